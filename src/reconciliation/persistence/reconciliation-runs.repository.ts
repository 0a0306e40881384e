import { Injectable } from '@nestjs/common';
import { AccountEntity } from '../../accounts/persistence/account.entity.js';
import { newId } from '../../common/ids.js';
import type { Transaction } from '../../database/transaction.js';
import type { NewReconciliationRun, ReconciliationRun } from '../domain/reconciliation-run.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

/** The columns of a `ReconciliationRun`, from the table `reconciliation_runs AS r`. */
export const RUN_COLUMNS = `r.id, r.account_id AS "accountId", r.trigger, r.requested_by AS "requestedBy", r.status,
  r.payouts, r.checked, r.changed, r.discrepancies, r.errors, r.started_at AS "startedAt",
  r.finished_at AS "finishedAt"`;

// The longest that a correction is looked for, as long as a completed payout is verified by itself.
const COMPLETED_WITHIN_DAYS = 30;

// Scheduled runs share the day between them; one that a person asks for leaves nothing out.
const READ_ONCE_IN_HOURS = 24;

// At the default budget of 50 requests a second a run of so many takes 40 minutes: longer than between two runs.
const MAX_PAYOUTS = 100_000;

// Everything that is not final, what is due for a verification, and what was completed lately; those that were not read
// for the longest time first, should there be more than a run takes.
const WANTED = `
  SELECT id FROM (
    SELECT id, read_back_at FROM payouts
    WHERE account_id = $2 AND next_check_at IS NOT NULL AND provider_payout_id IS NOT NULL
      AND (provider_state <> 'COMPLETED' OR next_check_at <= now())
    UNION
    SELECT id, read_back_at FROM payouts
    WHERE account_id = $2 AND provider_state = 'COMPLETED'
      AND completed_at > now() - make_interval(days => ${COMPLETED_WITHIN_DAYS})
      AND ($3 OR coalesce(read_back_at, completed_at) <= now() - make_interval(hours => ${READ_ONCE_IN_HOURS}))
  ) AS wanted ORDER BY read_back_at NULLS FIRST, id LIMIT ${MAX_PAYOUTS}`;

const BEGIN = `
  WITH reads AS (INSERT INTO reconciliation_reads (id, run_id) SELECT id, $1 FROM (${WANTED}) AS payout RETURNING id)
  UPDATE reconciliation_runs AS r SET payouts = reads.count,
    status = CASE WHEN reads.count = 0 THEN 'DONE' ELSE 'RUNNING' END,
    finished_at = CASE WHEN reads.count = 0 THEN now() END
  FROM (SELECT count(*)::int FROM reads) AS reads
  WHERE r.id = $1 RETURNING ${RUN_COLUMNS}`;

@Injectable()
export class ReconciliationRunsRepository {
  /**
   * Begins a run and makes its payouts due to be read back, unless the account has one already.
   *
   * @returns the run that is on, and whether it is a new one
   */
  async begin(
    tx: Transaction,
    run: NewReconciliationRun,
  ): Promise<{ readonly run: ReconciliationRun; readonly isNew: boolean }> {
    const id = newId();
    const insert = tx.repository(ReconciliationRunEntity).createQueryBuilder().insert().updateEntity(false);
    const row = { id, ...run, status: 'RUNNING', payouts: 0 } as const;
    const inserted = await insert.values(row).orIgnore().returning('id').execute();
    if ((inserted.raw as unknown[]).length === 0) {
      const running = await this.findRunning(tx, run.accountId);
      // It ended between the two statements; this one begins in its place.
      return running ? { run: running, isNew: false } : this.begin(tx, run);
    }
    const [begun] = await tx.query<ReconciliationRun>(BEGIN, [id, run.accountId, run.trigger === 'REQUEST']);
    if (!begun) throw new Error('A reconciliation run vanished while it began');
    return { run: begun, isNew: true };
  }

  /**
   * An account whose last run, or whose beginning, lies so many minutes back, locked until the transaction ends; null
   * when there is none. Those another replica is looking at are skipped. The lock is one that payouts do not wait for.
   */
  async lockDueAccount(tx: Transaction, intervalMinutes: number): Promise<string | null> {
    const account = await tx
      .repository(AccountEntity)
      .createQueryBuilder('a')
      .select('a.id')
      .where('a.created_at <= now() - make_interval(mins => :intervalMinutes)', { intervalMinutes })
      .andWhere(
        `NOT EXISTS (SELECT FROM reconciliation_runs AS r WHERE r.account_id = a.id
           AND (r.status = 'RUNNING' OR r.started_at > now() - make_interval(mins => :intervalMinutes)))`,
      )
      .orderBy('a.id')
      .limit(1)
      .setLock('for_no_key_update')
      .setOnLocked('skip_locked')
      .getOne();
    return account?.id ?? null;
  }

  private async findRunning(tx: Transaction, accountId: string): Promise<ReconciliationRun | null> {
    return tx.repository(ReconciliationRunEntity).findOneBy({ accountId, status: 'RUNNING' });
  }
}
