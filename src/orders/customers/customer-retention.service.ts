import { Injectable } from '@nestjs/common';
import { RecordedPurges } from '../../desk/audit/recorded-purges.js';
import { Config } from '../../platform/config/config.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { CustomerRetentionRepository } from './persistence/customer-retention.sql.js';

// The same interval and batch size as for recipients of payouts.
const PURGE_EVERY_MS = 60_000;
const BATCH_SIZE = 200;

/** Purges the hashes of payers whom no one searches for any more. The masks are kept. */
@Injectable()
export class CustomerRetentionService {
  constructor(
    private readonly config: Config,
    private readonly payers: CustomerRetentionRepository,
    private readonly purges: RecordedPurges,
  ) {}

  @RunEvery(PURGE_EVERY_MS, 'orders.retention')
  purgeDue(): Promise<{ readonly more: boolean }> {
    return this.purges.runBatch((tx, due) => this.payers.purge(tx, due), {
      days: this.config.retention.recipientDays,
      limit: BATCH_SIZE,
      action: 'customers.purged',
      subjectType: 'ORDER',
    });
  }
}
