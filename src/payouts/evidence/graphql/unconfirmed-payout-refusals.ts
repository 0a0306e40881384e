import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import type { BindRefusalCode } from '../unconfirmed/unconfirmed-payout.service.js';

const MAX_REFERENCE_LENGTH = 500;

export const Reference = (): PropertyDecorator => Text({ max: MAX_REFERENCE_LENGTH, code: 'REFERENCE_INVALID' });

/** Messages shared by the proposals to bind and to close an unconfirmed payout. */
export const UNCONFIRMED_REFUSALS: Readonly<Record<BindRefusalCode | 'REFERENCE_INVALID', string>> = {
  PAYOUT_NOT_FOUND: 'There is no such payout.',
  NOT_UNCONFIRMED: 'The payout is not UNCONFIRMED.',
  REFERENCE_INVALID: 'The reference is empty, too long or unprintable, or contains a card number.',
  TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  ...PROPOSE_REFUSALS,
};

export const UNCONFIRMED_FIELDS = { PAYOUT_NOT_FOUND: 'payoutId', NOT_UNCONFIRMED: 'payoutId' } as const;
