import type { PayoutEntity } from './persistence/payout.entity.js';
import type { Refusal } from '../../common/refusal.js';

/** The refusal after a lock timed out. */
export const TRY_AGAIN: Refusal<'TRY_AGAIN'> = {
  code: 'TRY_AGAIN',
  message: 'The database was busy; nothing was changed. Repeat the request.',
};

export interface PayoutOperationResult<Code extends string> {
  readonly payout: PayoutEntity | null;
  readonly refusal: Refusal<Code> | null;
}
