import { Injectable } from '@nestjs/common';
import type { DecimalString } from '../../../common/decimal.js';
import type { Transaction } from '../../../database/transaction.js';
import type { LimitInTheWay } from '../domain/payout-limits.js';
import type { HoldReason } from '../../core/domain/payout-status.js';
import { CALLER_FIRST_SECONDS } from '../../core/persistence/payouts.repository.js';

/** What a person changed of a payout that was not sent yet, and where it stands then. */
export interface ChangedContent {
  readonly amount: DecimalString;
  readonly note: string | null;
  readonly sealedRecipient: Buffer;
  readonly maskedRequisites: string;
  readonly recipientHash: Buffer;
  readonly requisitesHash: Buffer;
  readonly contentHash: Buffer;
  readonly holdReason: HoldReason | null;
  readonly approvalsNeeded: number;
  readonly editedBy: string;
}

/** What is written to payouts that are held, or may be, before anything is sent. */
@Injectable()
export class HeldPayoutsRepository {
  /** Raises how many approvals a payout needs; never lowers it. */
  async needApprovals(tx: Transaction, id: string, needed: number): Promise<void> {
    await tx.query(
      'UPDATE payouts SET approvals_needed = $2, updated_at = now() WHERE id = $1 AND approvals_needed < $2',
      [id, needed],
    );
  }

  /** Has it wait for approval once more. */
  async holdForApproval(
    tx: Transaction,
    id: string,
    hold: { readonly reason: HoldReason; readonly needed: number; readonly problem: string },
  ): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'AWAITING_APPROVAL', approved_hash = NULL, hold_reason = $2,
         approvals_needed = greatest(approvals_needed, $3), problem = $4, held_by = NULL, next_attempt_at = NULL,
         updated_at = now() WHERE id = $1`,
      [id, hold.reason, hold.needed, hold.problem],
    );
  }

  /** Leaves it approved, to be tried again later, and says what holds it. */
  async holdForLimit(tx: Transaction, id: string, hold: LimitInTheWay, seconds: number): Promise<void> {
    await tx.query(
      `UPDATE payouts SET held_by = $2, problem = $3, next_attempt_at = now() + make_interval(secs => $4),
         updated_at = now() WHERE id = $1`,
      [id, hold.kind, hold.message, seconds],
    );
  }

  /** Has everything that a limit holds tried again now. */
  async retryHeldByLimits(tx: Transaction): Promise<void> {
    await tx.query(
      `UPDATE payouts SET next_attempt_at = now() WHERE held_by IS NOT NULL AND submission_state = 'APPROVED'`,
    );
  }

  async decline(tx: Transaction, id: string, reason: string): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'DECLINED', decline_reason = $2, problem = NULL, updated_at = now()
       WHERE id = $1`,
      [id, reason],
    );
  }

  /** Writes another content, approved or held like that of a new payout. */
  async change(tx: Transaction, id: string, content: ChangedContent): Promise<void> {
    await tx.query(
      `UPDATE payouts SET amount = $2, note = $3, sealed_recipient = $4, masked_requisites = $5, recipient_hash = $6,
         requisites_hash = $7, content_hash = $8, hold_reason = $9, approvals_needed = $10,
         edited_by = CASE WHEN $11 = ANY (edited_by) THEN edited_by ELSE edited_by || $11::uuid END,
         approved_hash = CASE WHEN $9::text IS NULL THEN $8::bytea END,
         submission_state = CASE WHEN $9::text IS NULL THEN 'APPROVED' ELSE 'AWAITING_APPROVAL' END,
         next_attempt_at = CASE WHEN $9::text IS NULL THEN now() + make_interval(secs => $12) END,
         held_by = NULL, problem = NULL, updated_at = now() WHERE id = $1`,
      [
        id,
        content.amount,
        content.note,
        content.sealedRecipient,
        content.maskedRequisites,
        content.recipientHash,
        content.requisitesHash,
        content.contentHash,
        content.holdReason,
        content.approvalsNeeded,
        content.editedBy,
        CALLER_FIRST_SECONDS,
      ],
    );
  }
}
