import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Alarms } from '../../../platform/observability/alarms.js';
import type { Discrepancy, DiscrepancyKind, NewDiscrepancy } from '../discrepancy.js';
import { type FoundDiscrepancy, openOrSeeAgain } from './open-discrepancy.sql.js';
import { DiscrepancyEntity } from './discrepancy.entity.js';

@Injectable()
export class DiscrepanciesRepository {
  constructor(private readonly alarms: Alarms) {}

  /**
   * Opens a discrepancy and raises its alarm. If it is already open, it is only marked as seen again; the same applies
   * to a closed one as long as the facts have not changed.
   */
  async open(tx: Transaction, found: NewDiscrepancy): Promise<FoundDiscrepancy> {
    const opened = await openOrSeeAgain(tx, found);
    if (opened.isNew) {
      this.alarms.raiseAfter(tx, 'discrepancy_opened', {
        discrepancyId: opened.id,
        kind: found.kind,
        accountId: found.accountId,
        payoutId: found.payoutId,
      });
    }
    return opened;
  }

  async findForUpdate(tx: Transaction, id: string): Promise<Discrepancy | null> {
    return tx.repository(DiscrepancyEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async find(tx: Transaction, id: string): Promise<Discrepancy | null> {
    return tx.repository(DiscrepancyEntity).findOneBy({ id });
  }

  async findOpenForUpdate(
    tx: Transaction,
    payoutId: string,
    kinds: readonly DiscrepancyKind[],
  ): Promise<Discrepancy[]> {
    return tx.repository(DiscrepancyEntity).find({
      where: { payoutId, kind: In([...kinds]), closedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async close(
    tx: Transaction,
    id: string,
    end: { readonly closedBy: string; readonly note: string; readonly isThisPayout: boolean | null },
  ): Promise<Discrepancy> {
    const discrepancies = tx.repository(DiscrepancyEntity);
    await discrepancies.update(id, { ...end, closedAt: () => 'now()' });
    return discrepancies.findOneByOrFail({ id });
  }
}
