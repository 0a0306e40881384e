import { DECISION_REFUSALS } from '../../../decisions/decisions.service.js';
import type { UnconfirmedRefusalCode } from '../unconfirmed-payout.service.js';

/** What can stand in the way of either decision about an unconfirmed payout, with one sentence for people. */
export const UNCONFIRMED_REFUSALS: Readonly<Record<UnconfirmedRefusalCode, string>> = {
  PAYOUT_NOT_FOUND: 'There is no such payout.',
  NOT_UNCONFIRMED: 'The payout has nothing to settle.',
  REFERENCE_INVALID: 'The reference is empty, too long or unprintable, or holds a card number.',
  TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  ...DECISION_REFUSALS,
};

/** The path of the input field to blame for each; null when no single field is. */
export const UNCONFIRMED_FIELDS: Readonly<Record<UnconfirmedRefusalCode, string[] | null>> = {
  PAYOUT_NOT_FOUND: ['input', 'payoutId'],
  NOT_UNCONFIRMED: ['input', 'payoutId'],
  REFERENCE_INVALID: ['input', 'reference'],
  SECOND_PERSON_NEEDED: null,
  SAME_PERSON: null,
  DIFFERS_FROM_PROPOSAL: null,
  TRY_AGAIN: null,
};
