import type { ProposeRefusalCode } from '../domain/proposal-rules.js';

/** Refusals that all mutations for proposing a change have in common. */
export const PROPOSE_REFUSALS: Readonly<Record<ProposeRefusalCode, string>> = {
  CHANGE_REQUEST_OPEN: 'Another person proposed a change of the same subject; confirm or decline that one first.',
};
