import { Injectable } from '@nestjs/common';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import type { DecimalString } from '../../../../common/decimal.js';
import { ApiReads } from '../../../../platform/database/api-reads.js';
import type { Transaction } from '../../../../platform/database/transaction.js';
import { DiscrepancyEntity } from '../../../../desk/discrepancies/persistence/discrepancy.entity.js';
import { equals, IS_OPEN } from './lost-payments.sql.js';

/** The facts by which a payout is compared with lost payments. */
export interface ComparedPayout {
  readonly amount: DecimalString;
  /** Of its requisites, in every spelling that the provider may show. */
  readonly requisitesHashes: readonly Buffer[];
}

/** A payment that the provider has, and that no payout here is. The facts that the provider does not show are null. */
export type LostPayment = Pick<
  DiscrepancyEntity,
  'id' | 'accountId' | 'providerPayoutId' | 'amount' | 'requisitesHash'
>;

// As many as people settle after a restore; more of them are listed once those are settled.
const MAX_LISTED = 1_000;

/** Payments that the provider has and this database lacks: the discrepancies of the kind UNKNOWN_PAYOUT. */
@Injectable()
export class LostPaymentsRepository {
  constructor(private readonly reads: ApiReads) {}

  /** How many are open. */
  async countOpen(): Promise<number> {
    return openOnes(this.reads.getRepository(DiscrepancyEntity)).getCount();
  }

  /** Whether the provider's payment with this id is open. */
  async isOpen(providerPayoutId: string): Promise<boolean> {
    return openOnes(this.reads.getRepository(DiscrepancyEntity)).andWhere({ subject: providerPayoutId }).getExists();
  }

  /** Those that are open, the oldest first, a thousand at most. */
  async listOpen(tx: Transaction): Promise<LostPayment[]> {
    return openOnes(tx.repository(DiscrepancyEntity)).orderBy('lost.opened_at').limit(MAX_LISTED).getMany();
  }

  /** An open one that equals a payout; null when there is none. */
  async findEqual(tx: Transaction, { amount, requisitesHashes }: ComparedPayout): Promise<LostPayment | null> {
    return openOnes(tx.repository(DiscrepancyEntity))
      .andWhere(equals(':amount', ':hashes'), { amount, hashes: requisitesHashes })
      .getOne();
  }

  /** An open one, by Purser's id of it or the provider's, locked until the transaction ends; null when there is none. */
  async findForUpdate(
    tx: Transaction,
    which: { readonly id: string } | { readonly subject: string },
  ): Promise<LostPayment | null> {
    const lost = tx.repository(DiscrepancyEntity).createQueryBuilder('lost').setLock('pessimistic_write');
    return lost
      .where({ kind: 'UNKNOWN_PAYOUT', ...which })
      .andWhere('closed_at IS NULL')
      .getOne();
  }

  /** Ends one that is a payout, or, without a payout, belongs to none. */
  async close(
    tx: Transaction,
    id: string,
    end: { readonly payoutId: string | null; readonly closedBy: string; readonly note: string },
  ): Promise<void> {
    await tx.repository(DiscrepancyEntity).update(id, { ...end, closedAt: () => 'now()' });
  }
}

function openOnes(discrepancies: Repository<DiscrepancyEntity>): SelectQueryBuilder<DiscrepancyEntity> {
  return discrepancies.createQueryBuilder('lost').where(IS_OPEN);
}
