import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import type { DecimalString } from '../../../../common/decimal.js';
import { READS } from '../../../../platform/database/api-reads.js';
import type { Transaction } from '../../../../platform/database/transaction.js';
import { DiscrepancyEntity } from '../../../../desk/discrepancies/persistence/discrepancy.entity.js';
import { equals, IS_OPEN } from './lost-payments.sql.js';

export interface ComparedPayout {
  readonly amount: DecimalString;
  /** Hashes of the requisites in every form that the provider may show. */
  readonly requisitesHashes: readonly Buffer[];
}

/** A payment at the provider without a payout here. Null means that the provider does not show the fact. */
export type LostPayment = Pick<
  DiscrepancyEntity,
  'id' | 'accountId' | 'providerPayoutId' | 'amount' | 'requisitesHash'
>;

// Maximum number to list: as many as people resolve after a restore. The others are listed once these are resolved.
const MAX_LISTED = 1_000;

@Injectable()
export class LostPaymentsRepository {
  constructor(
    @InjectRepository(DiscrepancyEntity, READS) private readonly discrepancies: Repository<DiscrepancyEntity>,
  ) {}

  async countOpen(): Promise<number> {
    return openOnes(this.discrepancies).getCount();
  }

  async isOpen(providerPayoutId: string): Promise<boolean> {
    return openOnes(this.discrepancies).andWhere({ subject: providerPayoutId }).getExists();
  }

  /** Returns up to a thousand open lost payments, the oldest first. */
  async listOpen(tx: Transaction): Promise<LostPayment[]> {
    return openOnes(tx.repository(DiscrepancyEntity)).orderBy('lost.opened_at').limit(MAX_LISTED).getMany();
  }

  async findEqual(tx: Transaction, { amount, requisitesHashes }: ComparedPayout): Promise<LostPayment | null> {
    return openOnes(tx.repository(DiscrepancyEntity))
      .andWhere(equals(':amount', ':hashes'), { amount, hashes: requisitesHashes })
      .getOne();
  }

  /** Returns an open lost payment, locked, by Purser's id or the provider's; null if there is none. */
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
