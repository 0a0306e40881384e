import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { PersonEntity } from './person.entity.js';

@Injectable()
export class PeopleRepository {
  async lock(tx: Transaction, id: string): Promise<PersonEntity | null> {
    return tx.repository(PersonEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async lockShared(tx: Transaction, id: string): Promise<PersonEntity | null> {
    return tx.repository(PersonEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_read' } });
  }

  async block(
    tx: Transaction,
    id: string,
    { by, reason }: { readonly by: string; readonly reason: string },
  ): Promise<void> {
    const block = { blockedAt: () => 'clock_timestamp()', blockedBy: by, blockReason: reason };
    await tx.repository(PersonEntity).update(id, block);
  }

  async unblock(tx: Transaction, id: string): Promise<void> {
    await tx.repository(PersonEntity).update(id, { blockedAt: null, blockedBy: null, blockReason: null });
  }
}
