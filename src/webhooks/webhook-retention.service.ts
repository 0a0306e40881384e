import { Injectable } from '@nestjs/common';
import { AuditLog } from '../desk/audit/audit-log.js';
import { RecordedPurges } from '../desk/audit/recorded-purges.js';
import { Config } from '../platform/config/config.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import { MAX_PROCESSED, UnverifiedWebhooksRepository } from './persistence/unverified-webhooks.sql.js';
import { WebhookBodiesRepository } from './persistence/webhook-bodies.sql.js';
import { RunEvery } from '../platform/scheduling/run-every.decorator.js';

// Bodies are kept for months, so a minute does not matter. One run purges up to 25,000 bodies, more than a minute adds.
const RETENTION_EVERY_MS = 60_000;

// Rows take a few hundred bytes, so a batch takes milliseconds and its locks are short.
const BATCH_SIZE = 500;

/** Purges webhook bodies that no one needs any more. The rows keep the bodies' hashes. */
@Injectable()
export class WebhookRetentionService {
  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly bodies: WebhookBodiesRepository,
    private readonly unverified: UnverifiedWebhooksRepository,
    private readonly audit: AuditLog,
    private readonly purges: RecordedPurges,
  ) {}

  @RunEvery(RETENTION_EVERY_MS, 'webhooks.trim')
  async trimUnverified(): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const trimmed = await this.unverified.trim(tx);
      if (trimmed === 0) return;
      await this.audit.record(tx, {
        action: 'webhook_events.trimmed',
        subjectType: 'WEBHOOK_EVENT',
        subjectId: null,
        before: null,
        after: { trimmed, kept: MAX_PROCESSED },
        reason: null,
      });
    });
  }

  @RunEvery(RETENTION_EVERY_MS, 'webhooks.retention')
  purgeDue(): Promise<{ readonly more: boolean }> {
    return this.purges.runBatch((tx, due) => this.bodies.purge(tx, due), {
      days: this.config.retention.webhookBodyDays,
      limit: BATCH_SIZE,
      action: 'webhook_bodies.purged',
      subjectType: 'WEBHOOK_EVENT',
    });
  }
}
