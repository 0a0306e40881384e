import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { claimDue, type DueTable } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { NextRead } from '../domain/run-read.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

export interface DueRead {
  readonly id: string;
  readonly runId: string;
  readonly tries: number;
}

export interface ReadsResult {
  readonly checkedIds: readonly string[];
  /** Payouts that were given up, because they could not be read or confirmed. */
  readonly errorIds: readonly string[];
  readonly again: readonly { readonly due: DueRead; readonly next: NextRead }[];
}

// A batch takes seconds. After this time its reader is dead, or is waiting for a provider that hangs.
const DUE: DueTable = { table: 'reconciliation_reads', dueColumn: 'next_try_at', leaseSeconds: 60 };

/** Written in SQL, because a claim must skip locked rows, and only deleted rows are counted. */
@Injectable()
export class ReconciliationReadsRepository {
  /** Like `claimDueRows`, but returns the columns that a read needs. */
  async claim(tx: Transaction, limit: number): Promise<DueRead[]> {
    return claimDue(tx, DUE, { returning: 'id, run_id AS "runId", tries', limit });
  }

  /**
   * Counts finished reads, and ends the run after the last one. If two replicas read the same payout because a lease
   * expired, only the first one counts, because it deletes the row.
   *
   * Changes are counted from what the reads stored, so the work of a killed replica is included.
   */
  async record(tx: Transaction, runId: string, { checkedIds, errorIds, again }: ReadsResult): Promise<void> {
    // Runs one at a time, because two transactions with the last reads would otherwise each still see the rows of the
    // other.
    await tx.repository(ReconciliationRunEntity).findOne({ where: { id: runId }, lock: { mode: 'pessimistic_write' } });
    await tx.query(
      `WITH put_off AS (
         UPDATE reconciliation_reads AS r SET tries = again.next, next_try_at = now() + make_interval(secs => again.seconds)
         FROM unnest($4::uuid[], $5::int[], $6::int[], $7::float8[]) AS again (id, tries, next, seconds)
         WHERE r.run_id = $1 AND r.id = again.id AND r.tries = again.tries
       ), done AS (
         DELETE FROM reconciliation_reads WHERE run_id = $1 AND id = ANY ($2::uuid[] || $3::uuid[]) RETURNING id
       )
       UPDATE reconciliation_runs AS r SET
         checked = checked + (SELECT count(*) FROM done WHERE id = ANY ($2)),
         errors = errors + (SELECT count(*) FROM done WHERE id = ANY ($3)),
         changed = changed + (SELECT count(DISTINCT c.subject_id) FROM status_changes AS c JOIN done ON done.id = c.subject_id
           WHERE c.subject_type = 'PAYOUT' AND c.occurred_at >= r.started_at
             AND (c.cause = 'RECONCILIATION' OR c.from_status IN ('COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'))),
         discrepancies = discrepancies + (SELECT count(*) FROM discrepancies AS d JOIN done ON done.id = d.payout_id
           WHERE d.opened_at >= r.started_at),
         status = CASE WHEN rest.is_none THEN 'DONE' ELSE 'RUNNING' END,
         finished_at = CASE WHEN rest.is_none THEN clock_timestamp() END
       FROM (SELECT NOT EXISTS (SELECT FROM reconciliation_reads WHERE run_id = $1 AND id <> ALL ($2::uuid[] || $3::uuid[])) AS is_none) AS rest
       WHERE r.id = $1 AND r.status = 'RUNNING'`,
      [
        runId,
        checkedIds,
        errorIds,
        again.map(({ due }) => due.id),
        again.map(({ due }) => due.tries),
        again.map(({ next }) => next.tries),
        again.map(({ next }) => next.seconds),
      ],
    );
  }
}
