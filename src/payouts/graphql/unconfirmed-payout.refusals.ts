import type { DecisionRefusalCode } from '../unconfirmed-payout.service.js';

/** What can stand in the way of either decision about an unconfirmed payout, with one sentence for people. */
export const DECISION_REFUSALS: Readonly<Record<DecisionRefusalCode, string>> = {
  PAYOUT_NOT_FOUND: 'There is no such payout.',
  NOT_UNCONFIRMED: 'The payout has nothing to settle.',
  REFERENCE_INVALID: 'The reference is empty, too long or unprintable, or holds a card number.',
  SECOND_PERSON_NEEDED: 'This API key proposed it already; another one must confirm it.',
  DIFFERS_FROM_PROPOSAL: 'Another API key proposed something else.',
};

/** The path of the input field to blame for each; null when no single field is. */
export const DECISION_FIELDS: Readonly<Record<DecisionRefusalCode, string[] | null>> = {
  PAYOUT_NOT_FOUND: ['input', 'payoutId'],
  NOT_UNCONFIRMED: ['input', 'payoutId'],
  REFERENCE_INVALID: ['input', 'reference'],
  SECOND_PERSON_NEEDED: null,
  DIFFERS_FROM_PROPOSAL: null,
};
