import { Injectable } from '@nestjs/common';
import { RecordedPurges } from '../../desk/audit/recorded-purges.js';
import { Config } from '../../platform/config/config.js';
import { RecipientRetentionRepository } from './persistence/recipient-retention.sql.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// Recipients are kept for months, so a minute does not matter. One run purges up to 10,000, more than a minute adds.
const PURGE_EVERY_MS = 60_000;

// Each row is rewritten with all its index entries. A batch takes about 20 ms, so its locks are short.
const BATCH_SIZE = 200;

/** Purges recipients that no one needs any more. Their masks are kept. */
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
