import { Injectable } from '@nestjs/common';
import { AccountEntity } from '../../accounts/persistence/account.entity.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { NewReconciliationRun, ReconciliationRun } from '../domain/reconciliation-run.js';
import { beginReads } from './reads-of-run.sql.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

@Injectable()
export class ReconciliationRunsRepository {
  /**
   * Starts a run and schedules its reads, unless the account already has a run in progress.
   * @returns the run in progress, and whether it is new
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
      // If nothing is found, the other run ended between the two statements, so try again.
      return running ? { run: running, isNew: false } : this.begin(tx, run);
    }
    await beginReads(tx, { id, ...run });
    const begun = await tx.repository(ReconciliationRunEntity).findOneByOrFail({ id });
    return { run: begun, isNew: true };
  }

  /**
   * Locks an account that has had no run for this many minutes; null if there is none. Skips accounts that another
   * replica has locked. Payouts do not wait for this lock.
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
