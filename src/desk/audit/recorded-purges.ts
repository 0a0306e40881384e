import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AuditLog } from './audit-log.js';

/** Rows of one kind to purge, and how many at most. */
export interface DuePurge {
  readonly days: number;
  readonly limit: number;
}

/** Forgets what nobody needs any more, and records how much of it. */
@Injectable()
export class RecordedPurges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Purges one batch.
   *
   * @param purge gives how many were purged
   */
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
