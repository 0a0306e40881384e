import type { ProposeRefusalCode } from '../change-requests.service.js';

/** What a mutation that proposes a change may be refused with, in one sentence for people. */
export const PROPOSE_REFUSALS: Readonly<Record<ProposeRefusalCode, string>> = {
  CHANGE_REQUEST_OPEN: 'Another person proposed a change of the same subject; confirm or decline that one first.',
};
