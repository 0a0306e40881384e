import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull } from 'typeorm';
import { ApiReads } from '../../../database/api-reads.js';
import type { DecimalString } from '../../../common/decimal.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../database/transaction.js';
import type { PayoutLimit } from '../domain/payout-limits.js';
import { SPENDING_STATUSES } from '../../core/domain/payout-status.js';
import { PayoutLimitEntity } from './payout-limit.entity.js';

export interface LimitRecord extends PayoutLimit {
  readonly id: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
  readonly setAt: Date;
}

export type LimitKey = Omit<PayoutLimit, 'value'>;

/** The sum sent today from one account in one currency. */
export interface SpentSum {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: DecimalString;
}

const IN_ORDER = { order: { kind: 'ASC', accountId: { direction: 'ASC', nulls: 'FIRST' }, currency: 'ASC' } } as const;

const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** Limits, as few as policies, and what of them is used up. */
@Injectable()
export class PayoutLimitsRepository {
  constructor(private readonly reads: ApiReads) {}

  async list(): Promise<LimitRecord[]> {
    return this.reads.getRepository(PayoutLimitEntity).find(IN_ORDER);
  }

  async listIn(tx: Transaction): Promise<LimitRecord[]> {
    return tx.repository(PayoutLimitEntity).find(IN_ORDER);
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
   * Has claims that use up the same limit go one after the other, on every replica, until the transaction ends. Always
   * in one order, so that two claims of several payouts cannot wait for each other.
   */
  async lockUsage(tx: Transaction, names: readonly string[]): Promise<void> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended('payout-limit:' || name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key
       ) AS keys`,
      [names],
    );
  }

  /** The sum claimed today in these currencies that left, or may have left. */
  async sumToday(tx: Transaction, currencies: readonly string[]): Promise<SpentSum[]> {
    return tx.query<SpentSum>(
      `SELECT account_id AS "accountId", currency, sum(amount) AS amount FROM payouts
       WHERE claimed_on = ${TODAY} AND currency = ANY ($1) AND status = ANY ($2) GROUP BY account_id, currency`,
      [currencies, SPENDING_STATUSES],
    );
  }

  /** How often these recipients were paid today, or may have been, by the hash of their requisites in hexadecimal. */
  async countToday(tx: Transaction, requisitesHashes: readonly Buffer[]): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ recipient: string; times: number }>(
      `SELECT encode(requisites_hash, 'hex') AS recipient, count(*)::integer AS times FROM payouts
       WHERE claimed_on = ${TODAY} AND requisites_hash = ANY ($1) AND status = ANY ($2) GROUP BY requisites_hash`,
      [requisitesHashes, SPENDING_STATUSES],
    );
    return new Map(rows.map(({ recipient, times }) => [recipient, times]));
  }
}

function theSame({ kind, accountId, currency }: LimitKey): FindOptionsWhere<PayoutLimitEntity> {
  return { kind, accountId: accountId ?? IsNull(), currency: currency ?? IsNull() };
}
