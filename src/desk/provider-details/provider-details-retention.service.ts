import { Injectable } from '@nestjs/common';
import { RecordedPurges } from '../audit/recorded-purges.js';
import { Config } from '../../platform/config/config.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { ProviderDetailsRepository } from './persistence/provider-details.sql.js';

// The same interval as for recipients, because the details of a payout are purged with its recipient.
const PURGE_EVERY_MS = 60_000;
const BATCH_SIZE = 200;

@Injectable()
export class ProviderDetailsRetentionService {
  constructor(
    private readonly config: Config,
    private readonly details: ProviderDetailsRepository,
    private readonly purges: RecordedPurges,
  ) {}

  @RunEvery(PURGE_EVERY_MS, 'provider-details.retention')
  purgeDue(): Promise<{ readonly more: boolean }> {
    return this.purges.runBatch((tx, due) => this.details.purge(tx, due), {
      days: this.config.retention.recipientDays,
      limit: BATCH_SIZE,
      action: 'provider_details.purged',
      subjectType: 'PROVIDER_DETAILS',
    });
  }
}
