import type { ProposeRefusalCode } from '../domain/proposal-rules.js';

/** The refusals of a mutation that proposes a change, in one sentence for people. */
export const PROPOSE_REFUSALS: Readonly<Record<ProposeRefusalCode, string>> = {
  CHANGE_REQUEST_OPEN: 'Another person proposed a change of the same subject; confirm or decline that one first.',
};
