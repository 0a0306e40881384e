import type { ProposeRefusalCode } from '../domain/proposal-rules.js';

/** Refusals that all mutations for proposing a change have in common. */
export const PROPOSE_REFUSALS: Readonly<Record<ProposeRefusalCode, string>> = {
  CHANGE_REQUEST_OPEN:
    'Another person has already proposed a change to the same subject. Confirm or decline that change request first.',
};
