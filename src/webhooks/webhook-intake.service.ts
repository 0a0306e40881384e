import { Injectable, Logger } from '@nestjs/common';
import { delayBeforeNextTry } from '../common/backoff.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Alarms } from '../observability/alarms.js';
import { MAX_TRIES, TRY_DELAYS_SECONDS } from './domain/webhook-event.js';
import { type StoredWebhook, WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { WebhookHandlers } from './webhook-handlers.js';
import type { WebhookOutcome } from './webhook-handler.js';

// One batch reads back at most this many objects at once, well under what the request budget lets through a second.
const BATCH_SIZE = 20;

/** Hands stored webhooks to the features they are about. */
@Injectable()
export class WebhookIntakeService {
  readonly #logger = new Logger(WebhookIntakeService.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: WebhookEventsRepository,
    private readonly handlers: WebhookHandlers,
    private readonly alarms: Alarms,
  ) {}

  /** Deals with one batch of due webhooks. */
  async handleDue(): Promise<{ readonly more: boolean }> {
    const webhooks = await this.unitOfWork.run((tx) => this.events.claimDue(tx, BATCH_SIZE));
    const results = await Promise.allSettled(webhooks.map((webhook) => this.handle(webhook)));
    const failed = results.find((result) => result.status === 'rejected');
    // What could not be recorded comes due again with its lease, and must not keep the others of the batch waiting.
    if (failed) throw failed.reason;
    return { more: webhooks.length === BATCH_SIZE };
  }

  private async handle(webhook: StoredWebhook): Promise<void> {
    const outcome = await this.ask(webhook);
    await this.unitOfWork.run((tx) => this.record(tx, webhook, outcome));
    if (isGivenUp(webhook, outcome)) this.alarms.raise('webhook_given_up', { eventId: webhook.id });
  }

  /** What the feature makes of it. A fault counts as a try, or one webhook that nobody can deal with would come for ever. */
  private async ask(webhook: StoredWebhook): Promise<WebhookOutcome> {
    try {
      const body = this.events.openBody(webhook);
      const { id: eventId, source, attemptId } = webhook;
      return await this.handlers.get(source).handle({ eventId, body, attemptId });
    } catch (error) {
      this.#logger.error({ event: 'webhook_not_handled', eventId: webhook.id, err: error });
      return {
        kind: 'try_again',
        providerObjectId: null,
        note: 'A fault of ours stood in the way; the log tells more.',
      };
    }
  }

  private async record(tx: Transaction, webhook: StoredWebhook, outcome: WebhookOutcome): Promise<void> {
    const { subjects } = this.handlers.get(webhook.source);
    if (outcome.kind === 'processed') return this.events.finish(tx, webhook, { state: 'PROCESSED', outcome, subjects });
    if (outcome.kind === 'ignored') return this.events.finish(tx, webhook, { state: 'IGNORED', outcome, subjects });
    if (isGivenUp(webhook, outcome)) return this.events.finish(tx, webhook, { state: 'FAILED', outcome, subjects });
    const delaySeconds = delayBeforeNextTry(TRY_DELAYS_SECONDS, webhook.tries);
    return this.events.postpone(tx, webhook, { delaySeconds, outcome });
  }
}

function isGivenUp(webhook: StoredWebhook, outcome: WebhookOutcome): boolean {
  return outcome.kind === 'try_again' && webhook.tries + 1 >= MAX_TRIES;
}
