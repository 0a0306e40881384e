import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/audit-log.js';
import { Config } from '../../config/config.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { RecipientRetentionRepository } from './persistence/recipient-retention.repository.js';

// Each row is written anew with all its indexes: some 20 ms a batch, and no lock is held longer than that.
const BATCH_SIZE = 200;

/** Forgets who was paid once nobody needs it any more; the mask is kept. */
@Injectable()
export class RecipientRetentionService {
  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly recipients: RecipientRetentionRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Purges one batch of recipients. */
  async purgeDue(): Promise<{ readonly more: boolean }> {
    const days = this.config.retention.recipientDays;
    const purged = await this.unitOfWork.run(async (tx) => {
      const count = await this.recipients.purge(tx, { days, limit: BATCH_SIZE });
      if (count > 0) {
        await this.audit.record(tx, {
          action: 'payout_recipients.purged',
          subjectType: 'PAYOUT',
          subjectId: null,
          before: null,
          after: { purged: count, olderThanDays: days },
          reason: null,
        });
      }
      return count;
    });
    return { more: purged === BATCH_SIZE };
  }
}
