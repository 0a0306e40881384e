import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { claimDue, type DueTable } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { NextRead } from '../domain/run-read.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

/** A payout that is due to be read back in a run. */
export interface DueRead {
  /** The payout's. */
  readonly id: string;
  readonly runId: string;
  readonly tries: number;
}

/** The results of reads of one run. */
export interface ReadsResult {
  /** Read back. */
  readonly checkedIds: readonly string[];
  /** Not tried again: not read back, or not confirmed. */
  readonly errorIds: readonly string[];
  /** To be read again. */
  readonly again: readonly { readonly due: DueRead; readonly next: NextRead }[];
}

// A batch is read within seconds; past this its claimer was killed, or waits for a provider that hangs.
const DUE: DueTable = { table: 'reconciliation_reads', dueColumn: 'next_try_at', leaseSeconds: 60 };

/** In SQL, since a claim skips rows that others are locking, and since what is counted is what was deleted. */
@Injectable()
export class ReconciliationReadsRepository {
  /** Claims reads that are due; as `claimDueRows`, with what is needed of them. */
  async claim(tx: Transaction, limit: number): Promise<DueRead[]> {
    return claimDue(tx, DUE, { returning: 'id, run_id AS "runId", tries', limit });
  }

  /**
   * Counts what was read, and ends the run with its last read. Of two who read the same, because a lease ran out, the
   * first is counted: it leaves nothing for the second.
   *
   * Changes are counted in what reads left behind, whoever left it: a killed replica's work counts too.
   */
  async record(tx: Transaction, runId: string, { checkedIds, errorIds, again }: ReadsResult): Promise<void> {
    // One after the other, or two who have the last reads would each see the other's.
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
