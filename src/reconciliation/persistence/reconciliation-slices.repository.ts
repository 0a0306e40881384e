import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import { claimDueRows } from '../../scheduling/claim-due-rows.sql.js';
import type { SliceProgress, SliceWork } from '../domain/slice-progress.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';
import { ReconciliationSliceEntity } from './reconciliation-slice.entity.js';

/** A part of a run that one replica works on at a time. */
export interface ReconciliationSlice extends SliceWork {
  readonly id: string;
  readonly runId: string;
  readonly accountId: string;
  /** How often something was recorded of it. */
  readonly version: number;
}

// A slice is read within seconds; past this its claimer was killed, or waits for a service that hangs.
const LEASE_SECONDS = 60;

@Injectable()
export class ReconciliationSlicesRepository {
  /** Claims one slice that is due; see `claimDueRows`. */
  async claim(tx: Transaction): Promise<ReconciliationSlice | null> {
    const [id] = await claimDueRows(
      tx,
      { table: 'reconciliation_slices', dueColumn: 'next_try_at', leaseSeconds: LEASE_SECONDS },
      1,
    );
    if (id === undefined) return null;
    const [slice] = await tx.query<ReconciliationSlice>(
      `SELECT s.id, s.run_id AS "runId", r.account_id AS "accountId", s.unread_ids AS "unreadIds",
         s.suspected_ids AS "suspectedIds", s.tries, s.version
       FROM reconciliation_slices AS s JOIN reconciliation_runs AS r ON r.id = s.run_id WHERE s.id = $1`,
      [id],
    );
    return slice ?? null;
  }

  /**
   * Records a pass over a slice, and with the last slice the end of its run. Two who worked on one slice, because a
   * lease ran out, are told apart by its version: the second one's pass is not counted.
   *
   * What changed is counted in what the passes left behind, whoever left it: a killed replica's work counts too.
   */
  async record(tx: Transaction, slice: ReconciliationSlice, progress: SliceProgress): Promise<void> {
    // One after the other, or two last slices would each see the other one open.
    await tx.repository(ReconciliationRunEntity).findOne({
      where: { id: slice.runId },
      lock: { mode: 'pessimistic_write' },
    });
    const recorded = await tx.query(
      `UPDATE reconciliation_slices AS s SET version = s.version + 1, unread_ids = $3, suspected_ids = $4, tries = $5,
         checked = s.checked + $6, errors = s.errors + $7, next_try_at = now() + make_interval(secs => $8),
         changed = (SELECT count(DISTINCT c.subject_id) FROM status_changes AS c
                    WHERE c.subject_type = 'PAYOUT' AND c.subject_id = ANY(s.payout_ids)
                      AND c.occurred_at >= r.started_at AND (c.cause = 'RECONCILIATION' OR c.from_status = 'COMPLETED')),
         discrepancies = (SELECT count(*) FROM discrepancies AS d
                          WHERE d.payout_id = ANY(s.payout_ids) AND d.opened_at >= r.started_at)
       FROM reconciliation_runs AS r
       WHERE s.id = $1 AND s.version = $2 AND r.id = s.run_id RETURNING s.id`,
      [
        slice.id,
        slice.version,
        progress.unreadIds,
        progress.suspectedIds,
        progress.tries,
        progress.checked,
        progress.errors,
        progress.nextTrySeconds,
      ],
    );
    if (recorded.length > 0) await this.sumUp(tx, slice.runId);
  }

  private async sumUp(tx: Transaction, runId: string): Promise<void> {
    const [run] = await tx.query<{ status: string }>(
      `UPDATE reconciliation_runs AS r SET checked = s.checked, changed = s.changed, discrepancies = s.discrepancies,
         errors = s.errors, status = CASE WHEN s.is_over THEN 'DONE' ELSE 'RUNNING' END,
         finished_at = CASE WHEN s.is_over THEN clock_timestamp() END
       FROM (SELECT sum(checked) AS checked, sum(changed) AS changed, sum(discrepancies) AS discrepancies,
               sum(errors) AS errors, bool_and(next_try_at IS NULL) AS is_over
             FROM reconciliation_slices WHERE run_id = $1) AS s
       WHERE r.id = $1 RETURNING r.status`,
      [runId],
    );
    // The counters stay; the ids were needed to go on after a kill.
    if (run?.status === 'DONE') await tx.repository(ReconciliationSliceEntity).delete({ runId });
  }
}
