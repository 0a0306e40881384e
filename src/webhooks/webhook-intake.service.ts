import { setImmediate } from 'node:timers/promises';
import { eachDue } from '../common/concurrency/each-due.js';
import { Injectable, Logger } from '@nestjs/common';
import { delayBeforeNextTry } from '../common/backoff.js';
import type { Transaction } from '../platform/database/transaction.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import { Alarms } from '../platform/observability/alarms.js';
import { inSpan } from '../platform/observability/tracing/spans.js';
import {
  MAX_TRIES,
  MAX_UNVERIFIED_TRIES,
  PUT_OFF_SECONDS,
  TRY_DELAYS_SECONDS,
  UNVERIFIED_DELAYS_SECONDS,
  type WebhookQueue,
} from './domain/webhook-event.js';
import { type StoredWebhook, WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { finishWebhook } from './persistence/webhook-events.sql.js';
import { WebhookHandlers } from './webhook-handlers.js';
import type { WebhookOutcome } from './webhook-handler.js';
import { RunEvery } from '../platform/scheduling/run-every.decorator.js';

// New webhooks wake the tick. Only retries, and webhooks whose replica died, wait for it, at most this long.
const HANDLE_EVERY_MS = 1_000;

// Reads that a batch makes in parallel, well below the request budget. Unverified webhooks get one batch a second, so
// they cost a replica at most five reads a second.
const BATCH_SIZES: Readonly<Record<WebhookQueue, number>> = { orders: 20, payouts: 20, unverified: 5 };

// At most one alarm an hour about unverified webhooks, so that strangers cannot flood the person on call.
const STRANGERS_ALARM_MS = 3_600_000;

@Injectable()
export class WebhookIntakeService {
  readonly #logger = new Logger(WebhookIntakeService.name);
  #strangersAlarmedAt = -Infinity;
  #batch: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: WebhookEventsRepository,
    private readonly handlers: WebhookHandlers,
    private readonly alarms: Alarms,
  ) {}

  @RunEvery(HANDLE_EVERY_MS, 'webhooks.orders')
  handleOrders(): Promise<{ readonly more: boolean }> {
    return this.handleDue('orders');
  }

  @RunEvery(HANDLE_EVERY_MS, 'webhooks.payouts')
  handlePayouts(): Promise<{ readonly more: boolean }> {
    return this.handleDue('payouts');
  }

  @RunEvery(HANDLE_EVERY_MS, 'webhooks.unverified')
  handleUnverified(): Promise<{ readonly more: boolean }> {
    return this.handleDue('unverified');
  }

  private async handleDue(queue: WebhookQueue): Promise<{ readonly more: boolean }> {
    const webhooks = await this.unitOfWork.run((tx) => this.events.claimDue(tx, queue, BATCH_SIZES[queue]));
    await eachDue(webhooks, (webhook) => this.handle(webhook));
    return { more: queue !== 'unverified' && webhooks.length === BATCH_SIZES[queue] };
  }

  private async handle(webhook: StoredWebhook): Promise<void> {
    const outcome = await inSpan('webhook', 'webhook handled', async (work) => {
      const found = await this.ask(webhook);
      if (work) Object.assign(work.facts, { 'purser.webhook.source': webhook.source, 'purser.outcome': found.kind });
      return found;
    });
    await this.unitOfWork.run((tx) => this.record(tx, webhook, outcome));
    if (isGivenUp(webhook, outcome)) this.alarm(webhook);
  }

  private alarm({ id, standing }: StoredWebhook): void {
    if (standing === 'UNVERIFIED') {
      if (performance.now() - this.#strangersAlarmedAt < STRANGERS_ALARM_MS) return;
      this.#strangersAlarmedAt = performance.now();
    }
    this.alarms.raise('webhook_given_up', { eventId: id });
  }

  /** Returns the feature's outcome. An exception counts as a try, or a failing webhook would be retried forever. */
  private async ask(webhook: StoredWebhook): Promise<WebhookOutcome> {
    try {
      await this.yieldToOthers();
      const body = this.events.openBody(webhook);
      const { id: eventId, source, attemptId, tries } = webhook;
      const isVerified = webhook.standing !== 'UNVERIFIED';
      return await this.handlers.get(source).handle({ eventId, body, attemptId, tries, isVerified });
    } catch (error) {
      this.#logger.error({ event: 'webhook_not_handled', eventId: webhook.id, err: error });
      return {
        kind: 'try_again',
        providerObjectId: null,
        note: 'A fault in Purser; the log has the details.',
      };
    }
  }

  /**
   * Yields to the event loop between bodies: decrypting and searching the largest takes milliseconds, so a whole batch
   * would block it.
   */
  private yieldToOthers(): Promise<unknown> {
    this.#batch = this.#batch.then(() => setImmediate());
    return this.#batch;
  }

  private async record(tx: Transaction, webhook: StoredWebhook, outcome: WebhookOutcome): Promise<void> {
    const { subjects } = this.handlers.get(webhook.source);
    if (outcome.kind === 'processed') return finishWebhook(tx, webhook, { state: 'PROCESSED', outcome, subjects });
    if (outcome.kind === 'ignored') return finishWebhook(tx, webhook, { state: 'IGNORED', outcome, subjects });
    if (isGivenUp(webhook, outcome)) return finishWebhook(tx, webhook, { state: 'FAILED', outcome, subjects });
    const delays = webhook.standing === 'UNVERIFIED' ? UNVERIFIED_DELAYS_SECONDS : TRY_DELAYS_SECONDS;
    const delaySeconds = outcome.kind === 'put_off' ? PUT_OFF_SECONDS : delayBeforeNextTry(delays, webhook.tries);
    return this.events.postpone(tx, webhook, { delaySeconds, outcome });
  }
}

function isGivenUp(webhook: StoredWebhook, outcome: WebhookOutcome): boolean {
  const maxTries = webhook.standing === 'UNVERIFIED' ? MAX_UNVERIFIED_TRIES : MAX_TRIES;
  return outcome.kind === 'try_again' && webhook.tries + 1 >= maxTries;
}
