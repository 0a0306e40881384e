import type { Transaction } from '../../platform/database/transaction.js';
import type { AvailableFunds } from './domain/available-funds.js';
import type { PayoutStatus } from './domain/payout-status.js';
import type { PayoutEntity } from './persistence/payout.entity.js';

/**
 * The funds of payouts, which move with their states. Both methods lock balances that other transactions wait for, so
 * call them last. Injectable by its class.
 */
export abstract class PayoutFunds {
  /** Reserves funds before the payouts are sent. Returns false if another transaction left too little. */
  abstract reserve(tx: Transaction, funds: AvailableFunds<PayoutEntity>): Promise<boolean>;

  /**
   * Moves the funds of a payout with its status.
   * @param payout as it was before the move
   * @param sentAt when it was sent, if the database lost the attempt and its reservation
   */
  abstract follow(tx: Transaction, payout: PayoutEntity, status: PayoutStatus, sentAt?: Date): Promise<void>;
}
