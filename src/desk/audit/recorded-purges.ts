import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AuditLog } from './audit-log.js';

export interface DuePurge {
  readonly days: number;
  readonly limit: number;
}

@Injectable()
export class RecordedPurges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /** @param purge purges one batch and returns the number of rows */
  async runBatch(
    purge: (tx: Transaction, due: DuePurge) => Promise<number>,
    { days, limit, action, subjectType }: DuePurge & { readonly action: string; readonly subjectType: string },
  ): Promise<{ readonly more: boolean }> {
    const purged = await this.unitOfWork.run(async (tx) => {
      const count = await purge(tx, { days, limit });
      if (count > 0) {
        const after = { purged: count, olderThanDays: days };
        await this.audit.record(tx, { action, subjectType, subjectId: null, before: null, after, reason: null });
      }
      return count;
    });
    return { more: purged === limit };
  }
}
