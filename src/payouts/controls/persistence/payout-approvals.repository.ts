import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ApiReads } from '../../../database/api-reads.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../database/transaction.js';
import type { ApprovalRecord, VoidedAs } from '../domain/payout-approval.js';
import { PayoutApprovalEntity } from './payout-approval.entity.js';

// Two at a time, and more only when they were voided: past this nobody reads them.
const MAX_APPROVALS = 50;

/** Who approved what, bound to the content they saw. The database refuses those of whoever made it. */
@Injectable()
export class PayoutApprovalsRepository {
  constructor(private readonly reads: ApiReads) {}

  async insert(
    tx: Transaction,
    approval: {
      readonly payoutId: string;
      readonly approverId: string;
      readonly contentHash: Buffer;
      readonly hours: number;
    },
  ): Promise<void> {
    const { hours, ...row } = approval;
    const expiresAt = () => `clock_timestamp() + make_interval(hours => ${hours})`;
    const insert = tx.repository(PayoutApprovalEntity).createQueryBuilder().insert().updateEntity(false);
    await insert.values({ id: newId(), ...row, expiresAt }).execute();
  }

  /** Whose approvals of a payout still stand. */
  async listApprovers(tx: Transaction, payoutId: string): Promise<string[]> {
    const rows = await tx.repository(PayoutApprovalEntity).findBy({ payoutId, voidedAt: IsNull() });
    return rows.map(({ approverId }) => approverId);
  }

  /** How many people's approvals of each payout count now: what it is, not expired, by somebody whose key stands. */
  async countValid(tx: Transaction, payoutIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ id: string; given: number }>(
      'SELECT id, count_payout_approvals(payouts) AS given FROM payouts WHERE id = ANY ($1)',
      [payoutIds],
    );
    return new Map(rows.map(({ id, given }) => [id, given]));
  }

  /** Voids every approval of a payout that still stands. */
  async voidAll(tx: Transaction, payoutId: string, as: VoidedAs): Promise<void> {
    const voided = { voidedAt: () => 'clock_timestamp()', voidedAs: as };
    await tx.repository(PayoutApprovalEntity).update({ payoutId, voidedAt: IsNull() }, voided);
  }

  /** Voids those that do not count any more, so that their owners can approve anew. */
  async voidLapsed(tx: Transaction, payoutId: string): Promise<void> {
    await tx.query(
      `UPDATE payout_approvals AS approval SET voided_at = clock_timestamp(),
         voided_as = CASE WHEN expires_at <= clock_timestamp() THEN 'EXPIRED' ELSE 'REVOKED' END
       WHERE payout_id = $1 AND voided_at IS NULL AND (expires_at <= clock_timestamp()
         OR EXISTS (SELECT 1 FROM api_keys AS key WHERE key.id = approval.approver_id
           AND (key.revoked_at IS NOT NULL OR key.replaced_at IS NOT NULL)))`,
      [payoutId],
    );
  }

  /** The approvals of several payouts, voided ones included, oldest first. */
  async findByPayouts(payoutIds: readonly string[]): Promise<ApprovalRecord[]> {
    return this.reads.query<ApprovalRecord[]>(
      `SELECT approval.payout_id AS "payoutId", approval.approver_id AS "approverId",
         approval.approved_at AS "approvedAt", approval.expires_at AS "expiresAt", approval.voided_at AS "voidedAt",
         approval.voided_as AS "voidedAs"
       FROM unnest($1::uuid[]) AS wanted (wanted_id)
       CROSS JOIN LATERAL (SELECT * FROM payout_approvals WHERE payout_id = wanted.wanted_id
         ORDER BY approved_at DESC LIMIT $2) AS approval
       ORDER BY approval.approved_at`,
      [payoutIds, MAX_APPROVALS],
    );
  }
}
