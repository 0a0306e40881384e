import { Injectable } from '@nestjs/common';
import { RecordedPurges } from '../../desk/audit/recorded-purges.js';
import { Config } from '../../platform/config/config.js';
import { RecipientRetentionRepository } from './persistence/recipient-retention.sql.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// Purged rows are months old. One run takes up to 10,000 recipients, more than a minute adds.
const PURGE_EVERY_MS = 60_000;

// Each row is rewritten with all its indexes: a batch takes about 20 ms, which bounds how long its locks are held.
const BATCH_SIZE = 200;

/** Purges recipients whom no one needs any more. The mask is kept. */
@Injectable()
export class RecipientRetentionService {
  constructor(
    private readonly config: Config,
    private readonly recipients: RecipientRetentionRepository,
    private readonly purges: RecordedPurges,
  ) {}

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
