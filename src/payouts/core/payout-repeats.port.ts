import type { Transaction } from '../../platform/database/transaction.js';
import type { PayoutEntity } from './persistence/payout.entity.js';

/** Access to the repeats of a payout. Inject it by this class. */
export abstract class PayoutRepeats {
  /** Returns the other payouts of the family, oldest first. The latest repeat is locked, because it may still be sent. */
  abstract lockOthers(tx: Transaction, payoutId: string): Promise<readonly PayoutEntity[]>;

  /** Voids the approvals of a payout that was not sent. If it waits for approval, notes why it needs new ones. */
  abstract askAgain(tx: Transaction, payout: PayoutEntity, problem: string): Promise<void>;

  /** Records permanently that both this payout and the one that it repeats may be paid. */
  abstract noteBothPaid(tx: Transaction, payoutId: string, finding: string): Promise<void>;
}
