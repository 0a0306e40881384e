import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { WebhookSubjects } from '../../../webhooks/webhook-handler.js';
import { durationBucketSql } from '../domain/duration-bucket.js';
import { CHANGEABLE_STATUSES, FINAL_STATUSES } from '../domain/rolled-subjects.js';

/**
 * Counts status changes by hour. Written in SQL, because it aggregates, and because one statement per page updates both
 * the counts and the position in the log.
 */
@Injectable()
export class RollRepository {
  /** Locks the cursor until the transaction ends; returns false if another replica has locked it. */
  async lockCursor(tx: Transaction): Promise<boolean> {
    const cursor = await tx.query('SELECT id FROM rollup_cursors FOR UPDATE SKIP LOCKED');
    return cursor.length > 0;
  }

  /**
   * Counts the next changes and returns how many there were. The cursor must be locked. Changes that may still be
   * preceded by those of an older open transaction are left for later.
   */
  async countNext(tx: Transaction, sources: readonly WebhookSubjects[], limit: number): Promise<number> {
    const [counted] = await tx.query<{ changes: number }>(statementFor(sources), [
      limit,
      sources.flatMap(({ subjectType }) => finalsOf(subjectType)),
      sources.flatMap(({ subjectType, endStatuses }) => endStatuses.map((status) => `${subjectType} ${status}`)),
      CHANGEABLE_STATUSES.map((status) => `PAYOUT ${status}`),
    ]);
    return counted?.changes ?? 0;
  }
}

function finalsOf(subjectType: string): readonly string[] {
  return subjectType === 'ORDER' || subjectType === 'PAYOUT'
    ? FINAL_STATUSES[subjectType].map((status) => `${subjectType} ${status}`)
    : [];
}

/**
 * Each change subtracts its subject from the old status and adds it to the new one, so that most changes cancel out
 * within a page. The account, the destination and the creation time of a subject never change. An amount is left out as
 * long as it may change. An order whose currency is unknown is stored, because the currency may become known later.
 */
function statementFor(sources: readonly WebhookSubjects[]): string {
  // LIMIT 1 tells the planner that there is only one cursor. For a table that was never analyzed it assumes 1,630 rows,
  // each with a page of changes. At such a cost PostgreSQL spends seconds on JIT compilation, which cannot be
  // interrupted.
  return `
    WITH page AS MATERIALIZED (
      SELECT change.* FROM (SELECT * FROM rollup_cursors LIMIT 1) AS at CROSS JOIN LATERAL (
        SELECT incarnation, tx_id, id, subject_type, subject_id, from_status, to_status, cause, occurred_at
        FROM status_changes
        WHERE (incarnation, tx_id, id) > (at.incarnation, at.tx_id, at.change_id)
          AND (incarnation < current_incarnation() OR tx_id < pg_snapshot_xmin(pg_current_snapshot()))
        ORDER BY incarnation, tx_id, id LIMIT $1) AS change
    ), subject AS MATERIALIZED (
      ${sources.map(subjectsOf).join(' UNION ALL ')}
    ), change AS MATERIALIZED (
      SELECT page.id, page.subject_type, page.subject_id, subject.account_id, subject.destination, subject.currency,
        subject.amount, subject.created_at, subject.timed_status, subject.timed_at,
        page.from_status, page.to_status, page.cause, page.occurred_at,
        page.subject_type || ' ' || page.from_status AS from_key, page.subject_type || ' ' || page.to_status AS to_key,
        -- Only the first change of a page leaves from where an earlier page has counted it.
        CASE WHEN row_number() OVER (PARTITION BY page.subject_id ORDER BY page.id) = 1 AND forgotten.order_id IS NOT NULL
          THEN '' ELSE subject.currency END AS from_currency
      FROM page JOIN subject USING (subject_type, subject_id)
      LEFT JOIN rollup_orders_without_currency AS forgotten ON forgotten.order_id = page.subject_id
    ), difference AS (
      SELECT subject_type, created_at, account_id, destination, from_currency AS currency, from_status AS status,
        CASE WHEN from_key = ANY ($2) THEN ${durationBucketSql('arrival.seconds')} ELSE 0 END AS seconds_bucket,
        -1 AS count, CASE WHEN from_key = ANY ($4) THEN 0 ELSE -amount END AS amount
      FROM change LEFT JOIN LATERAL (
        SELECT extract(epoch FROM earlier.occurred_at - change.created_at) AS seconds FROM status_changes AS earlier
        WHERE earlier.subject_id = change.subject_id AND earlier.subject_type = change.subject_type
          AND earlier.to_status = change.from_status AND earlier.id < change.id
        ORDER BY earlier.id DESC LIMIT 1) AS arrival ON from_key = ANY ($2)
      WHERE from_status IS NOT NULL
      UNION ALL
      SELECT subject_type, created_at, account_id, destination, currency, to_status,
        CASE WHEN to_key = ANY ($2) THEN ${durationBucketSql('extract(epoch FROM occurred_at - created_at)')} ELSE 0 END,
        1, CASE WHEN to_key = ANY ($4) THEN 0 ELSE amount END
      FROM change
    ), counted AS (
      INSERT INTO status_rollups AS known
        (subject_type, hour, account_id, destination, currency, status, seconds_bucket, count, amount)
      SELECT subject_type, date_trunc('hour', created_at, 'UTC'), account_id, destination, currency, status,
        seconds_bucket, sum(count), sum(amount)
      FROM difference GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(count) <> 0 OR sum(amount) <> 0
      ON CONFLICT (subject_type, hour, account_id, destination, currency, status, seconds_bucket)
      DO UPDATE SET count = known.count + excluded.count, amount = known.amount + excluded.amount
    ), ended AS (
      INSERT INTO end_rollups AS known
        (subject_type, hour, account_id, destination, currency, learned_by, delay_bucket, count)
      SELECT subject_type, date_trunc('hour', occurred_at, 'UTC'), account_id, destination, currency,
        CASE cause WHEN 'WEBHOOK' THEN 'WEBHOOK' WHEN 'POLL' THEN 'POLL' WHEN 'RECONCILIATION' THEN 'POLL' ELSE 'OTHER' END,
        CASE WHEN since.known IS NULL THEN 0
          ELSE ${durationBucketSql('extract(epoch FROM occurred_at - since.known)')} END,
        count(*)
      FROM change CROSS JOIN LATERAL (
        -- The provider's own time where it gives one, else the webhook that told.
        SELECT coalesce(CASE WHEN to_status = timed_status THEN timed_at END, CASE WHEN cause = 'WEBHOOK' THEN (
          SELECT max(first_received_at) FROM webhook_events
          WHERE webhook_events.subject_id = change.subject_id AND first_received_at <= change.occurred_at) END) AS known
      ) AS since
      WHERE to_key = ANY ($3)
      GROUP BY 1, 2, 3, 4, 5, 6, 7
      ON CONFLICT (subject_type, hour, account_id, destination, currency, learned_by, delay_bucket)
      DO UPDATE SET count = known.count + excluded.count
    ), remembered AS (
      INSERT INTO rollup_orders_without_currency (order_id)
      SELECT DISTINCT subject_id FROM change WHERE currency = ''
      ON CONFLICT DO NOTHING
    ), known AS (
      DELETE FROM rollup_orders_without_currency
      WHERE order_id IN (SELECT subject_id FROM change WHERE currency <> '')
    ), moved AS (
      UPDATE rollup_cursors AS at SET incarnation = last.incarnation, tx_id = last.tx_id, change_id = last.id
      FROM (SELECT incarnation, tx_id, id FROM page ORDER BY incarnation DESC, tx_id DESC, id DESC LIMIT 1) AS last
    )
    SELECT count(*)::integer AS changes FROM page`;
}

function subjectsOf({ table, subjectType, destinationColumn, timedEnd }: WebhookSubjects): string {
  return `
    SELECT '${subjectType}' AS subject_type, id AS subject_id, account_id, ${destinationColumn} AS destination,
      coalesce(currency, '') AS currency, amount, created_at, '${timedEnd.status}' AS timed_status,
      ${timedEnd.column} AS timed_at
    FROM ${table} WHERE id IN (SELECT subject_id FROM page WHERE subject_type = '${subjectType}')`;
}
