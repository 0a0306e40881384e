import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/transaction.js';
import type { SubmissionState } from '../domain/submission-state.js';
import { CALLER_FIRST_SECONDS, type NewPayoutRow, type PayoutPatch, toAssignments } from './payout-patch.js';

/**
 * Writes the states of payouts. For `PayoutTransitions` alone, which knows what else belongs to a move. In SQL, since
 * every one passes here, and TypeORM takes half as long again.
 */
@Injectable()
export class PayoutStatesRepository {
  /** Inserts a payout, approved or held; false when the account has one with this idempotency key already. */
  async insert(tx: Transaction, payout: NewPayoutRow): Promise<boolean> {
    const isHeld = payout.approvalReason !== null;
    const inserted = await tx.query(
      `INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount,
         currency, payment_type, service_id, note, sealed_recipient, masked_requisites, recipient_hash, requisites_hash,
         content_hash, approved_hash, approval_reason, submission_state, next_attempt_at, created_by, approvals_needed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
         CASE WHEN $19 = 'APPROVED' THEN now() + make_interval(secs => $21) END, $20, $22)
       ON CONFLICT ON CONSTRAINT uq_payouts_account_id_idempotency_key DO NOTHING RETURNING id`,
      [
        payout.id,
        payout.accountId,
        payout.idempotencyKey,
        JSON.stringify(payout.requestFingerprint),
        payout.externalId,
        payout.destination,
        payout.amount,
        payout.currency,
        payout.paymentType,
        payout.serviceId,
        payout.note,
        payout.sealedRecipient,
        payout.maskedRequisites,
        payout.recipientHash,
        payout.requisitesHash,
        payout.contentHash,
        isHeld ? null : payout.contentHash,
        payout.approvalReason,
        isHeld ? 'AWAITING_APPROVAL' : 'APPROVED',
        payout.createdBy,
        CALLER_FIRST_SECONDS,
        payout.approvalsNeeded,
      ],
    );
    return inserted.length === 1;
  }

  /** Moves payouts and returns how many of them were in the state `from`; those alone are written. */
  async move(
    tx: Transaction,
    ids: readonly string[],
    { from, to, patch }: { readonly from: SubmissionState; readonly to: SubmissionState; readonly patch: PayoutPatch },
  ): Promise<number> {
    const { sql, parameters } = toAssignments(to, patch);
    const moved = await tx.query(
      `UPDATE payouts SET ${sql} WHERE id = ANY ($${parameters.length + 1}) AND submission_state = $${parameters.length + 2}
       RETURNING id`,
      [...parameters, ids, from],
    );
    return moved.length;
  }
}
