import type { Transaction } from '../../platform/database/transaction.js';
import type { PayoutEntity } from './persistence/payout.entity.js';

/** The payouts that were made to pay the same again. Injectable by its class. */
export abstract class PayoutRepeats {
  /** Returns all payouts that pay the same as this one, in the order in which they were made, safe to move. */
  abstract lockOthers(tx: Transaction, payoutId: string): Promise<readonly PayoutEntity[]>;

  /** Voids the approvals of a payout that was not sent. If it waits for approval, notes why it needs new ones. */
  abstract askAgain(tx: Transaction, payout: PayoutEntity, problem: string): Promise<void>;

  /** Notes for good that a payout may be paid besides another one that pays the same. */
  abstract noteBothPaid(tx: Transaction, payoutId: string, finding: string): Promise<void>;
}
