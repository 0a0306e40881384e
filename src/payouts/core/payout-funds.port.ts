import type { Transaction } from '../../platform/database/transaction.js';
import type { AvailableFunds } from './domain/available-funds.js';
import type { PayoutStatus } from './domain/payout-status.js';
import type { PayoutEntity } from './persistence/payout.entity.js';

/**
 * Moves the funds of payouts with their statuses. Both methods lock balances that other transactions wait for, so call
 * them last. The class itself is the injection token.
 */
export abstract class PayoutFunds {
  /** Reserves funds before the payouts are sent. Returns false if another transaction has left too little. */
  abstract reserve(tx: Transaction, funds: AvailableFunds<PayoutEntity>): Promise<boolean>;

  /**
   * Moves a payout's funds to follow its status.
   * @param payout as it was before the move
   * @param sentAt when the payout was sent, if the database lost the attempt and the reservation
   */
  abstract follow(tx: Transaction, payout: PayoutEntity, status: PayoutStatus, sentAt?: Date): Promise<void>;
}
