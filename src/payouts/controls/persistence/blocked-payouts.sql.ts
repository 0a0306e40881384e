import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/transaction.js';
import type { BlockingLimit } from '../domain/payout-limits.js';

/**
 * What is written to payouts that are held, or may be, and stay in their state. In SQL, since the spec of the one door
 * to a state reads from statements which columns they write.
 */
@Injectable()
export class BlockedPayoutsRepository {
  /** Raises how many approvals a payout needs; never lowers it. */
  async needApprovals(tx: Transaction, id: string, needed: number): Promise<void> {
    await tx.query(
      'UPDATE payouts SET approvals_needed = $2, updated_at = now() WHERE id = $1 AND approvals_needed < $2',
      [id, needed],
    );
  }

  /** Leaves it approved, to be tried again later, and says what holds it. */
  async blockByLimit(tx: Transaction, id: string, block: BlockingLimit, seconds: number): Promise<void> {
    await tx.query(
      `UPDATE payouts SET blocked_by = $2, problem = $3, next_attempt_at = now() + make_interval(secs => $4),
         updated_at = now() WHERE id = $1`,
      [id, block.kind, block.message, seconds],
    );
  }

  /** Has everything that a limit holds tried again now. */
  async retryBlockedByLimits(tx: Transaction): Promise<void> {
    await tx.query(
      `UPDATE payouts SET next_attempt_at = now() WHERE blocked_by IS NOT NULL AND submission_state = 'APPROVED'`,
    );
  }
}
