import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, IsNull, type SelectQueryBuilder, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { DecimalString } from '../../../common/decimal.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { PayoutLimit } from '../domain/payout-limits.js';
import type { AskedUsage, SpentSum, UsageToday } from '../domain/spending.js';
import { SPENDING_STATUSES } from '../../core/domain/payout-status.js';
import { PayoutEntity } from '../../core/persistence/payout.entity.js';
import { PayoutLimitEntity } from './payout-limit.entity.js';

export interface LimitRecord extends PayoutLimit {
  readonly id: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
  readonly setAt: Date;
}

export type LimitKey = Omit<PayoutLimit, 'value'>;

const IN_ORDER = { order: { kind: 'ASC', accountId: { direction: 'ASC', nulls: 'FIRST' }, currency: 'ASC' } } as const;

@Injectable()
export class PayoutLimitsRepository {
  constructor(@InjectRepository(PayoutLimitEntity, READS) private readonly limits: Repository<PayoutLimitEntity>) {}

  async list(): Promise<LimitRecord[]> {
    return this.limits.find(IN_ORDER);
  }

  async find(tx: Transaction, key: LimitKey): Promise<{ value: DecimalString } | null> {
    return tx.repository(PayoutLimitEntity).findOneBy(theSame(key));
  }

  async put(
    tx: Transaction,
    limit: PayoutLimit & { readonly proposedBy: string; readonly confirmedBy: string },
  ): Promise<void> {
    const insert = tx.repository(PayoutLimitEntity).createQueryBuilder().insert().updateEntity(false);
    await insert
      .values({ id: newId(), ...limit })
      .orUpdate(['value', 'proposed_by', 'confirmed_by', 'set_at'], 'uq_payout_limits_kind_account_id_currency')
      .execute();
  }

  async remove(tx: Transaction, key: LimitKey): Promise<void> {
    await tx.repository(PayoutLimitEntity).delete(theSame(key));
  }

  /**
   * Makes claims that count against the same limit run one after the other, across all replicas, until the transaction
   * ends.
   */
  async lockUsage(tx: Transaction, names: readonly string[]): Promise<void> {
    await tx.lockNames(names.map((name) => `payout-limit:${name}`));
  }

  async usageToday(tx: Transaction, { currencies, requisitesHashes }: AskedUsage): Promise<UsageToday> {
    return {
      sums: currencies.length === 0 ? [] : await this.sumToday(tx, currencies),
      counts: requisitesHashes.length === 0 ? new Map() : await this.countToday(tx, requisitesHashes),
    };
  }

  /** Sums the amounts of today's payouts in these currencies that were or may have been paid. */
  private async sumToday(tx: Transaction, currencies: readonly string[]): Promise<SpentSum[]> {
    return claimedToday(tx)
      .select('p.account_id AS "accountId", p.created_by AS "createdBy", p.currency, sum(p.amount) AS amount')
      .andWhere('p.currency = ANY(:currencies)', { currencies })
      .groupBy('p.account_id, p.created_by, p.currency')
      .getRawMany<SpentSum>();
  }

  /** Counts today's payouts that were or may have been paid, by the hexadecimal hash of their requisites. */
  private async countToday(tx: Transaction, requisitesHashes: readonly Buffer[]): Promise<UsageToday['counts']> {
    const rows = await claimedToday(tx)
      .select(`encode(p.requisites_hash, 'hex') AS recipient, count(*)::integer AS times`)
      .andWhere('p.requisites_hash = ANY(:requisitesHashes)', { requisitesHashes })
      .groupBy('p.requisites_hash')
      .getRawMany<{ recipient: string; times: number }>();
    return new Map(rows.map(({ recipient, times }) => [recipient, times]));
  }
}

/** Selects the payouts that were claimed today, in UTC, and were or may have been paid. */
function claimedToday(tx: Transaction): SelectQueryBuilder<PayoutEntity> {
  return tx
    .repository(PayoutEntity)
    .createQueryBuilder('p')
    .where(`p.claimed_on = (now() AT TIME ZONE 'UTC')::date`)
    .andWhere('p.status = ANY(:statuses)', { statuses: SPENDING_STATUSES });
}

function theSame({ kind, accountId, currency }: LimitKey): FindOptionsWhere<PayoutLimitEntity> {
  return { kind, accountId: accountId ?? IsNull(), currency: currency ?? IsNull() };
}
