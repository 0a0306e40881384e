import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { listRowsOfEach } from '../../../platform/database/persistence/rows-of-each.sql.js';
import { PayoutEntity } from '../../core/persistence/payout.entity.js';
import { HAS_LAPSED } from '../../core/persistence/lapsed-approvals.js';
import type { ApprovalRecord, VoidedAs } from '../domain/payout-approval.js';
import { PayoutApprovalEntity } from './payout-approval.entity.js';

// Usually there are two; more only if some were voided. No one reads more than this.
const MAX_APPROVALS = 50;

const HAS_NOT_LAPSED = `NOT ${HAS_LAPSED}`;

/** Stores approvals. Each counts only for the content that the person saw. */
@Injectable()
export class PayoutApprovalsRepository {
  constructor(
    @InjectRepository(PayoutApprovalEntity, READS) private readonly approvals: Repository<PayoutApprovalEntity>,
  ) {}

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

  /**
   * Returns, for each payout in the given order, the people whose approvals count: those that were neither voided nor
   * lapsed.
   */
  async listApprovers(manager: EntityManager, payoutIds: readonly string[]): Promise<string[][]> {
    const standing = await manager
      .createQueryBuilder(PayoutApprovalEntity, 'approval')
      .where({ payoutId: In([...payoutIds]), voidedAt: IsNull() })
      .andWhere(HAS_NOT_LAPSED)
      .getMany();
    return payoutIds.map((id) => standing.filter(({ payoutId }) => payoutId === id).map((each) => each.approverId));
  }

  /**
   * Counts the valid approvals of each payout: those of its present content that have not expired, and whose key or
   * person is still valid.
   */
  async countValid(tx: Transaction, payoutIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await tx
      .repository(PayoutEntity)
      .createQueryBuilder('p')
      .select('p.id', 'id')
      .addSelect('count_payout_approvals(p)', 'given')
      .where({ id: In([...payoutIds]) })
      .getRawMany<{ id: string; given: number }>();
    return new Map(rows.map(({ id, given }) => [id, given]));
  }

  async voidAll(tx: Transaction, payoutId: string, as: VoidedAs): Promise<void> {
    const voided = { voidedAt: () => 'clock_timestamp()', voidedAs: as };
    await tx.repository(PayoutApprovalEntity).update({ payoutId, voidedAt: IsNull() }, voided);
  }

  /** Voids approvals that no longer count, so that the same people can approve again. */
  async voidLapsed(tx: Transaction, payoutId: string): Promise<void> {
    const voidedAs = () => `CASE WHEN expires_at <= clock_timestamp() THEN 'EXPIRED' ELSE 'REVOKED' END`;
    const standing = tx.repository(PayoutApprovalEntity).createQueryBuilder().update();
    await standing
      .set({ voidedAt: () => 'clock_timestamp()', voidedAs })
      .where({ payoutId, voidedAt: IsNull() })
      .andWhere(HAS_LAPSED)
      .execute();
  }

  async findByPayouts(payoutIds: readonly string[]): Promise<ApprovalRecord[]> {
    const each = { of: 'payoutId', ids: payoutIds, orderBy: 'approvedAt', limit: MAX_APPROVALS, keep: 'last' } as const;
    return listRowsOfEach(this.approvals, each);
  }
}
