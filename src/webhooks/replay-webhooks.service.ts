import { Injectable } from '@nestjs/common';
import { AuditLog } from '../desk/audit/audit-log.js';
import { Config } from '../platform/config/config.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import { isReplayedSource } from './domain/webhook-event.js';
import type { WebhookEventEntity } from './persistence/webhook-event.entity.js';
import { type ReplayRange, WebhookReplaysRepository } from './persistence/webhook-replays.repository.js';
import { Ticks } from '../platform/scheduling/ticks.js';
import type { Refusal } from '../common/refusal.js';

export type ReplayEventRefusalCode = 'EVENT_NOT_FOUND' | 'BODY_PURGED' | 'NOT_REPLAYABLE';
export type ReplayEventsRefusalCode = 'RANGE_INVALID' | 'RANGE_TOO_LARGE';

export interface ReplayEventResult {
  readonly event: WebhookEventEntity | null;
  readonly refusal: Refusal<ReplayEventRefusalCode> | null;
}

export interface ReplayEventsResult {
  readonly replayed: number;
  readonly purged: number;
  readonly refusal: Refusal<ReplayEventsRefusalCode> | null;
}

// As many webhooks as a busy merchant gets in a day. Half the default budget processes them in seven minutes.
export const MAX_REPLAYED = 10_000;

// The other half is left for new webhooks, polls and people.
const SHARE_OF_BUDGET = 0.5;

/**
 * Reprocesses stored webhooks. A replay only repeats the hint: Purser reads the named object back, and no money can
 * move. The service only makes rows due, so all workers share the work.
 */
@Injectable()
export class ReplayWebhooksService {
  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly replays: WebhookReplaysRepository,
    private readonly audit: AuditLog,
    private readonly ticks: Ticks,
  ) {}

  async replayOne(id: string, reason: string | null): Promise<ReplayEventResult> {
    return this.unitOfWork.run(async (tx): Promise<ReplayEventResult> => {
      const found = await this.replays.findForUpdate(tx, id);
      if (!found) return refusedEvent('EVENT_NOT_FOUND', 'There is no webhook event with this id.');
      if (found.bodyPurgedAt) {
        return refusedEvent('BODY_PURGED', 'The body of the webhook was purged; have the provider send it again.');
      }
      if (!isReplayedSource(found.source)) {
        return refusedEvent(
          'NOT_REPLAYABLE',
          'The webhook came to a callback address that no attempt has, so it names nothing.',
        );
      }
      const event = await this.replays.replay(tx, id);
      await this.audit.record(tx, {
        action: 'webhook_event.replayed',
        subjectType: 'WEBHOOK_EVENT',
        subjectId: id,
        before: { state: found.state },
        after: { state: event.state, replays: event.replays },
        reason,
      });
      tx.afterCommit(() => {
        this.wakeAll();
      });
      return { event, refusal: null };
    });
  }

  async replayRange(range: ReplayRange, reason: string | null): Promise<ReplayEventsResult> {
    if (range.from.getTime() >= range.to.getTime()) return refusedRange('RANGE_INVALID', 'to must be later than from.');
    return this.unitOfWork.run(async (tx): Promise<ReplayEventsResult> => {
      const { found, purged } = await this.replays.count(tx, range, MAX_REPLAYED);
      if (found > MAX_REPLAYED) {
        return refusedRange('RANGE_TOO_LARGE', `More than ${MAX_REPLAYED} webhooks are in it; replay it in parts.`);
      }
      const replayed = await this.replays.replayRange(tx, range, {
        spacingSeconds: 1 / (this.config.provider.requestsPerSecond * SHARE_OF_BUDGET),
        limit: MAX_REPLAYED,
      });
      const { from, to, ...filter } = range;
      await this.audit.record(tx, {
        action: 'webhook_events.replayed',
        subjectType: 'WEBHOOK_EVENT',
        subjectId: null,
        before: null,
        after: { from: from.toISOString(), to: to.toISOString(), ...filter, replayed, purged },
        reason,
      });
      tx.afterCommit(() => {
        this.wakeAll();
      });
      return { replayed, purged, refusal: null };
    });
  }

  private wakeAll(): void {
    this.ticks.wake('webhooks.orders');
    this.ticks.wake('webhooks.payouts');
  }
}

function refusedEvent(code: ReplayEventRefusalCode, message: string): ReplayEventResult {
  return { event: null, refusal: { code, message } };
}

function refusedRange(code: ReplayEventsRefusalCode, message: string): ReplayEventsResult {
  return { replayed: 0, purged: 0, refusal: { code, message } };
}
