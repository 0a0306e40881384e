import { Injectable } from '@nestjs/common';
import { RecordedPurges } from '../../desk/audit/recorded-purges.js';
import { Config } from '../../platform/config/config.js';
import { RecipientRetentionRepository } from './persistence/recipient-retention.sql.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// Purged rows are months old. A minute's run takes up to 10,000 recipients, more than a minute brings.
const PURGE_EVERY_MS = 60_000;

// Each row is written again with all its indexes: some 20 ms a batch, and no lock is held longer than that.
const BATCH_SIZE = 200;

/** Forgets who was paid once nobody needs it any more; the mask is kept. */
@Injectable()
export class RecipientRetentionService {
  constructor(
    private readonly config: Config,
    private readonly recipients: RecipientRetentionRepository,
    private readonly purges: RecordedPurges,
  ) {}

  /** Purges one batch of recipients. */
  @RunEvery(PURGE_EVERY_MS, 'payouts.retention')
  purgeDue(): Promise<{ readonly more: boolean }> {
    return this.purges.runBatch((tx, due) => this.recipients.purge(tx, due), {
      days: this.config.retention.recipientDays,
      limit: BATCH_SIZE,
      action: 'payout_recipients.purged',
      subjectType: 'PAYOUT',
    });
  }
}
