import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { CurrencyCode } from '../../../common/currency.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import { READS } from '../../../platform/database/api-reads.js';
import type { WebhookHandler } from '../../../webhooks/webhook-handler.js';
import type { SubjectType } from '../../../platform/events/status-change.js';
import type { RolledSubject } from '../domain/rolled-subjects.js';
import type { SeriesRange } from '../domain/series-range.js';
import { StatusRollupEntity } from './status-rollup.entity.js';

export interface StatusCount {
  readonly start: Date;
  readonly currency: CurrencyCode | null;
  /** The destination for payouts, the method for orders; null if all of them are counted together. */
  readonly destination: string | null;
  readonly status: string;
  readonly count: number;
  readonly amount: SignedDecimalString;
  /** Buckets for the time until that status; null unless the status is final. */
  readonly medianBucket: number | null;
  readonly p95Bucket: number | null;
}

export interface EndCount {
  readonly start: Date;
  readonly destination: string | null;
  readonly byWebhook: number;
  readonly byPoll: number;
  readonly otherwise: number;
  readonly givenUp: number;
  /** The bucket for the delay; null if unknown. */
  readonly p95Bucket: number | null;
}

export interface BalanceAt {
  readonly start: Date;
  readonly available: SignedDecimalString;
  readonly reserved: SignedDecimalString;
}

/** Combines hourly sums. Written in SQL, because it aggregates and ranks. */
@Injectable()
export class SeriesQuery {
  constructor(@InjectRepository(StatusRollupEntity, READS) private readonly rollups: Repository<StatusRollupEntity>) {}

  /** Counts by status, and optionally by destination. The oldest come first. Returns at most `limit` counts. */
  async countStatuses(
    subjectType: RolledSubject,
    range: SeriesRange,
    { byDestination, limit }: { readonly byDestination: boolean; readonly limit: number },
  ): Promise<StatusCount[]> {
    return this.rollups.query<StatusCount[]>(
      `WITH cell AS (
         SELECT ${START} AS start, currency, ${destination(byDestination)} AS destination, status, seconds_bucket AS bucket,
           sum(count) AS count, sum(amount) AS amount
         FROM status_rollups WHERE ${OF_RANGE} GROUP BY 1, 2, 3, 4, 5
       ), ranked AS (
         SELECT *, sum(count) OVER (upward RANGE UNBOUNDED PRECEDING) AS up_to, sum(count) OVER whole AS total
         FROM cell WINDOW whole AS (PARTITION BY start, currency, destination, status),
           upward AS (PARTITION BY start, currency, destination, status ORDER BY bucket)
       )
       SELECT start, nullif(currency, '') AS currency, destination, status, sum(count)::integer AS count,
         trim_scale(sum(amount))::text AS amount, ${rank(0.5)} AS "medianBucket", ${rank(0.95)} AS "p95Bucket"
       FROM ranked GROUP BY 1, ranked.currency, 3, 4 HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4 LIMIT $8`,
      [...parametersOf(subjectType, range), limit],
    );
  }

  /**
   * Counts final statuses, and optionally by destination. The oldest come first. Returns at most `limit` counts. Failed
   * webhooks are rare, so they are counted directly.
   */
  async countEnds(
    { source, subjects }: Pick<WebhookHandler, 'source' | 'subjects'>,
    range: SeriesRange,
    { byDestination, limit }: { readonly byDestination: boolean; readonly limit: number },
  ): Promise<EndCount[]> {
    const { table, subjectType, providerIdColumn, destinationColumn } = subjects;
    return this.rollups.query<EndCount[]>(
      `WITH cell AS (
         SELECT ${START} AS start, ${destination(byDestination)} AS destination, delay_bucket AS bucket,
           sum(count) AS count, sum(count) FILTER (WHERE learned_by = 'WEBHOOK') AS by_webhook,
           sum(count) FILTER (WHERE learned_by = 'POLL') AS by_poll,
           sum(count) FILTER (WHERE learned_by = 'OTHER') AS otherwise, 0 AS given_up
         FROM end_rollups WHERE ${OF_RANGE} GROUP BY 1, 2, 3
         UNION ALL
         SELECT date_trunc($4::text, first_received_at, $5), ${byDestination ? `subject.${destinationColumn}` : 'NULL'},
           0, 0, 0, 0, 0, count(*)
         FROM webhook_events AS event LEFT JOIN ${table} AS subject
           ON subject.${providerIdColumn} = event.provider_object_id
         WHERE event.state = 'FAILED' AND event.source = $9 AND first_received_at >= $2 AND first_received_at < $3
           AND ($6::uuid IS NULL OR subject.account_id = $6) AND ($7::text IS NULL OR subject.currency = $7)
         GROUP BY 1, 2
       ), ranked AS (
         SELECT *, sum(count) FILTER (WHERE bucket > 0) OVER (upward RANGE UNBOUNDED PRECEDING) AS up_to,
           sum(count) FILTER (WHERE bucket > 0) OVER whole AS total
         FROM cell WINDOW whole AS (PARTITION BY start, destination),
           upward AS (PARTITION BY start, destination ORDER BY bucket)
       )
       SELECT start, destination, coalesce(sum(by_webhook), 0)::integer AS "byWebhook",
         coalesce(sum(by_poll), 0)::integer AS "byPoll", coalesce(sum(otherwise), 0)::integer AS otherwise,
         coalesce(sum(given_up), 0)::integer AS "givenUp", ${rank(0.95)} AS "p95Bucket"
       FROM ranked GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $8`,
      [...parametersOf(subjectType, range), limit, source],
    );
  }

  /** Returns a balance as of the end of each bucket in which it changed, and as of the start of the range. */
  async listBalances(
    range: SeriesRange & { readonly accountId: string; readonly currency: CurrencyCode },
  ): Promise<BalanceAt[]> {
    const { from, to, bucket, timeZone, accountId, currency } = range;
    return this.rollups.query<BalanceAt[]>(
      `WITH known AS (
         (SELECT hour, available, reserved FROM ledger_balance_hours
          WHERE account_id = $1 AND currency = $2 AND hour < date_trunc('hour', $3::timestamptz, 'UTC') ORDER BY hour DESC LIMIT 1)
         UNION ALL
         SELECT hour, available, reserved FROM ledger_balance_hours
         WHERE account_id = $1 AND currency = $2 AND hour >= date_trunc('hour', $3::timestamptz, 'UTC') AND hour < $4
       )
       SELECT DISTINCT ON (1) date_trunc($5::text, greatest(hour, $3), $6) AS start,
         trim_scale(available)::text AS available, trim_scale(reserved)::text AS reserved
       FROM known ORDER BY 1, hour DESC`,
      [accountId, currency, from, to, bucket.toLowerCase(), timeZone],
    );
  }
}

const START = `date_trunc($4::text, hour, $5)`;

/** Selects the hours of a range, including the hour in which it begins. */
const OF_RANGE = `subject_type = $1 AND hour >= date_trunc('hour', $2::timestamptz, 'UTC') AND hour < $3
  AND ($6::uuid IS NULL OR account_id = $6) AND ($7::text IS NULL OR currency = $7)`;

const destination = (isWanted: boolean): string => (isWanted ? 'destination' : 'NULL::text');

const rank = (share: number): string =>
  `min(bucket) FILTER (WHERE bucket > 0 AND up_to >= total * ${share.toString()})::integer`;

function parametersOf(subjectType: SubjectType, range: SeriesRange): readonly unknown[] {
  const { from, to, bucket, timeZone, accountId, currency } = range;
  return [subjectType, from, to, bucket.toLowerCase(), timeZone, accountId, currency];
}
