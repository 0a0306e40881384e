import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../../database/api-reads.js';
import type { DecimalString } from '../../../common/decimal.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../database/transaction.js';
import type { PayoutLimit } from '../domain/payout-limits.js';
import { SPENDING_STATUSES } from '../../core/domain/payout-status.js';

export interface LimitRecord extends PayoutLimit {
  readonly id: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
  readonly setAt: Date;
}

export type LimitKey = Omit<PayoutLimit, 'value'>;

/** What was sent today from one account in one currency. */
export interface SpentSum {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: DecimalString;
}

const SELECT = `SELECT id, kind, account_id AS "accountId", currency, value, proposed_by AS "proposedBy",
  confirmed_by AS "confirmedBy", set_at AS "setAt" FROM payout_limits
  ORDER BY kind, account_id NULLS FIRST, currency`;

const THE_SAME = 'kind = $1 AND account_id IS NOT DISTINCT FROM $2 AND currency IS NOT DISTINCT FROM $3';

const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** Limits, as few as policies, and what of them is used up. */
@Injectable()
export class PayoutLimitsRepository {
  constructor(private readonly reads: ApiReads) {}

  async list(): Promise<LimitRecord[]> {
    return this.reads.query<LimitRecord[]>(SELECT);
  }

  async listIn(tx: Transaction): Promise<LimitRecord[]> {
    return tx.query<LimitRecord>(SELECT);
  }

  async find(tx: Transaction, { kind, accountId, currency }: LimitKey): Promise<{ value: DecimalString } | null> {
    const [found] = await tx.query<{ value: DecimalString }>(`SELECT value FROM payout_limits WHERE ${THE_SAME}`, [
      kind,
      accountId,
      currency,
    ]);
    return found ?? null;
  }

  async put(
    tx: Transaction,
    limit: PayoutLimit & { readonly proposedBy: string; readonly confirmedBy: string },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO payout_limits (id, kind, account_id, currency, value, proposed_by, confirmed_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT ON CONSTRAINT uq_payout_limits_kind_account_id_currency DO UPDATE
       SET value = excluded.value, proposed_by = excluded.proposed_by, confirmed_by = excluded.confirmed_by,
         set_at = clock_timestamp()`,
      [newId(), limit.kind, limit.accountId, limit.currency, limit.value, limit.proposedBy, limit.confirmedBy],
    );
  }

  async remove(tx: Transaction, { kind, accountId, currency }: LimitKey): Promise<void> {
    await tx.query(`DELETE FROM payout_limits WHERE ${THE_SAME}`, [kind, accountId, currency]);
  }

  /**
   * Has claims that use up the same limit go one after the other, on every replica, until the transaction ends. Always in
   * one order, so that two claims of several payouts cannot wait for each other.
   */
  async lockUsage(tx: Transaction, names: readonly string[]): Promise<void> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended('payout-limit:' || name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key
       ) AS keys`,
      [names],
    );
  }

  /** What was claimed today in these currencies and left, or may have left. */
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
