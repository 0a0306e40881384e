import type { Transaction } from '../../../platform/database/transaction.js';
import type { NewReconciliationRun } from '../domain/reconciliation-run.js';

// How long runs look for corrections. The same as for completed payouts in general.
const ENDED_WITHIN_DAYS = 30;

// Each payout is read back once a day, by one of the day's scheduled runs. A run requested by a person reads all of
// them.
const READ_ONCE_IN_HOURS = 24;

// At the default budget of 50 requests a second, this many reads take more than half an hour, longer than the interval
// between runs.
const MAX_PAYOUTS = 100_000;

// Selects all payouts that are not final, due for verification, or ended recently. If there are more than a run can
// take, those that were not read for longest come first. Only completed payouts have an end time, so the others are
// found by the index on status and creation time.
const UNREAD = `($3 OR coalesce(read_back_at, created_at) <= now() - make_interval(hours => ${READ_ONCE_IN_HOURS}))`;

const WANTED = `
  SELECT id FROM (
    SELECT id, read_back_at FROM payouts
    WHERE account_id = $2 AND next_check_at IS NOT NULL AND provider_payout_id IS NOT NULL
      AND (provider_state IN ('CREATED', 'PROCESSING', 'UNRECOGNIZED') OR next_check_at <= now())
    UNION
    SELECT id, read_back_at FROM payouts
    WHERE account_id = $2 AND provider_state = 'COMPLETED'
      AND completed_at > now() - make_interval(days => ${ENDED_WITHIN_DAYS}) AND ${UNREAD}
    UNION
    SELECT id, read_back_at FROM payouts
    WHERE account_id = $2 AND status IN ('FAILED', 'CANCELED', 'EXPIRED')
      AND created_at > now() - make_interval(days => ${ENDED_WITHIN_DAYS}) AND ${UNREAD}
  ) AS wanted ORDER BY read_back_at NULLS FIRST, id LIMIT ${MAX_PAYOUTS}`;

const BEGIN = `
  WITH reads AS (INSERT INTO reconciliation_reads (id, run_id) SELECT id, $1 FROM (${WANTED}) AS payout RETURNING id)
  UPDATE reconciliation_runs AS r SET payouts = reads.count,
    status = CASE WHEN reads.count = 0 THEN 'DONE' ELSE 'RUNNING' END,
    finished_at = CASE WHEN reads.count = 0 THEN now() END
  FROM (SELECT count(*)::int FROM reads) AS reads
  WHERE r.id = $1`;

/**
 * Schedules the reads of a run and counts them. A run without any is done immediately. Written in SQL, so that a
 * hundred thousand ids need not travel back and forth.
 */
export async function beginReads(
  tx: Transaction,
  { id, accountId, trigger }: NewReconciliationRun & { readonly id: string },
): Promise<void> {
  await tx.query(BEGIN, [id, accountId, trigger === 'REQUEST']);
}
