import type { Transaction } from '../../platform/database/transaction.js';
import type { AvailableFunds } from './domain/available-funds.js';
import type { PayoutStatus } from './domain/payout-status.js';
import type { PayoutEntity } from './persistence/payout.entity.js';

/**
 * The money of payouts, which moves with their states. Both methods lock balances that others wait for, so they come
 * last in a transaction. Injectable by its class.
 */
export abstract class PayoutFunds {
  /** Reserves what payouts take, before they are sent; false when another transaction has left too little. */
  abstract reserve(tx: Transaction, funds: AvailableFunds<PayoutEntity>): Promise<boolean>;

  /**
   * Moves the money of a payout with its status.
   *
   * @param payout as it was
   * @param sentAt when it was sent, where the database had lost the attempt and its reservation
   */
  abstract follow(tx: Transaction, payout: PayoutEntity, status: PayoutStatus, sentAt?: Date): Promise<void>;
}
