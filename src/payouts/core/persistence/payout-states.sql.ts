import { Injectable } from '@nestjs/common';
import { MoveRefusedError } from '../../../common/state-machine.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type Given, insertIfNew } from '../../../platform/database/writes.js';
import type { SubmissionState } from '../domain/submission-state.js';
import { CALLER_FIRST_SECONDS, type NewPayoutRow, type PayoutPatch, toAssignments } from './payout-patch.js';
import type { PayoutEntity } from './payout.entity.js';

/**
 * Writes the states of payouts. Only `PayoutTransitions` uses it, and adds everything else that belongs to a move. In
 * SQL, because every payout passes through here, and TypeORM takes half as long again.
 */
@Injectable()
export class PayoutStatesRepository {
  /**
   * Inserts a payout, which is approved or awaits approval. If the account already has this idempotency key, or has
   * this external id and the payout may not share it, the transaction's next statement throws `RowExistsError`.
   */
  async insert(tx: Transaction, payout: NewPayoutRow): Promise<void> {
    const { allowsSharedExternalId, ...row } = payout;
    const { id: payoutId, accountId, externalId, approvalReason } = row;
    const isHeld = approvalReason !== null;
    const isClaimed = externalId !== null && !allowsSharedExternalId;
    const claims = isClaimed ? [insertIfNew('payout_external_ids', { accountId, externalId, payoutId })] : [];
    const insertion = insertIfNew('payouts', {
      ...row,
      requestFingerprint: JSON.stringify(row.requestFingerprint),
      approvedHash: isHeld ? null : row.contentHash,
      submissionState: isHeld ? 'AWAITING_APPROVAL' : 'APPROVED',
      nextAttemptAt: (given: Given) => `now() + make_interval(secs => ${given(isHeld ? null : CALLER_FIRST_SECONDS)})`,
    } satisfies Partial<Record<keyof PayoutEntity, unknown>>);
    for (const write of [...claims, insertion]) await tx.write(write);
  }

  /**
   * Moves payouts. If one of them was not in the state `from`, the transaction's next statement throws
   * `MoveRefusedError`.
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
