import type { PayoutEntity } from './persistence/payout.entity.js';
import type { Refusal } from '../../common/refusal.js';

/** A lock was not to be had in time. */
export const TRY_AGAIN: Refusal<'TRY_AGAIN'> = {
  code: 'TRY_AGAIN',
  message: 'The database was busy; nothing was changed. Repeat the request.',
};

/** The outcome of an operation on one payout. */
export interface PayoutOperationResult<Code extends string> {
  /** The payout as it is now; null when there is none. */
  readonly payout: PayoutEntity | null;
  readonly refusal: Refusal<Code> | null;
}
