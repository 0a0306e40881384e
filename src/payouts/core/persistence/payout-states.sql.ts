import { Injectable } from '@nestjs/common';
import { MoveRefusedError } from '../../../common/state-machine.js';
import type { Transaction } from '../../../database/transaction.js';
import { RowExistsError } from '../../../database/writes.js';
import type { SubmissionState } from '../domain/submission-state.js';
import { CALLER_FIRST_SECONDS, type NewPayoutRow, type PayoutPatch, toAssignments } from './payout-patch.js';

/**
 * Writes the states of payouts. For `PayoutTransitions` alone, which knows what else belongs to a move. In SQL, since
 * every one passes here, and TypeORM takes half as long again.
 */
@Injectable()
export class PayoutStatesRepository {
  /**
   * Inserts a payout, approved or held. The transaction's next statement throws `RowExistsError` when the account has
   * one with this idempotency key already.
   */
  async insert(tx: Transaction, payout: NewPayoutRow): Promise<void> {
    const isHeld = payout.approvalReason !== null;
    const values = [
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
      payout.approvalsNeeded,
    ];
    await tx.write({
      table: 'payouts',
      sql: (given) =>
        `INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount,
           currency, payment_type, service_id, note, sealed_recipient, masked_requisites, recipient_hash, requisites_hash,
           content_hash, approved_hash, approval_reason, submission_state, created_by, approvals_needed, next_attempt_at)
         VALUES (${values.map(given).join(', ')},
           now() + make_interval(secs => ${given(isHeld ? null : CALLER_FIRST_SECONDS)}))
         ON CONFLICT DO NOTHING`,
      expects: { rows: 1, otherwise: () => new RowExistsError() },
    });
  }

  /**
   * Moves payouts. The transaction's next statement throws `MoveRefusedError` when one of them was not in the state
   * `from`.
   */
  async move(
    tx: Transaction,
    ids: readonly string[],
    { from, to, patch }: { readonly from: SubmissionState; readonly to: SubmissionState; readonly patch: PayoutPatch },
  ): Promise<void> {
    await tx.write({
      table: 'payouts',
      sql: (given) =>
        `UPDATE payouts SET ${toAssignments(to, patch, given)} WHERE id = ANY (${given(ids)})
           AND submission_state = ${given(from)}`,
      expects: { rows: ids.length, otherwise: () => new MoveRefusedError(`Payout ${ids.join(', ')}`, from, to) },
    });
  }
}
