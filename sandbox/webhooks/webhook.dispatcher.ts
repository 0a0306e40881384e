import { setTimeout as wait } from 'node:timers/promises';
import type { BookRecord, RecordOf, WebhookOutcome } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import { OpenWork } from '../http/open.work.js';
import type { MerchantSettings } from './merchant.settings.js';
import { type CallResult, callWebhook } from './webhook.sender.js';

type QueuedWebhook = Pick<RecordOf<'webhook.queued'>, 'id' | 'body' | 'dueAt'>;

/**
 * Delivers queued webhooks: each on its own, at its time, again after each retry delay until the merchant answers 2xx.
 *
 * The queue is the book: a webhook is recorded before it is dispatched, and a restarted sandbox takes up the ones that
 * are still pending, with their retries counted on.
 */
export class WebhookDispatcher {
  private readonly deliveries = new OpenWork();
  private queue = new AbortController();

  constructor(
    private readonly parts: {
      readonly book: Book;
      readonly settings: MerchantSettings;
      readonly retryDelaysMs: readonly number[];
      readonly closing: AbortSignal;
    },
  ) {}

  /**
   * Starts the delivery of every webhook queued by these records and not settled by them.
   * Resolves when each has been called once, whatever came of it.
   */
  async dispatch(records: readonly BookRecord[]): Promise<void> {
    const settled = new Set(records.flatMap((record) => (record.type === 'webhook.settled' ? [record.id] : [])));
    const queued = records.filter((record) => record.type === 'webhook.queued').filter(({ id }) => !settled.has(id));
    await Promise.all(queued.map((webhook) => this.start({ webhook, attemptsMade: 0 })));
  }

  /** Takes up the webhooks that were pending when the book was last closed or its process killed. */
  resume(): void {
    for (const webhook of this.parts.book.webhooks.list()) {
      if (webhook.outcome !== 'pending') continue;
      void this.start({ webhook, attemptsMade: webhook.attempts.length });
    }
  }

  /** Resolves when nothing is queued: every webhook is delivered, given up or lost. */
  async idle(): Promise<void> {
    return this.deliveries.settled();
  }

  /** Forgets the queue. A call under way is cut off. */
  async clear(): Promise<void> {
    this.queue.abort();
    this.queue = new AbortController();
    await this.deliveries.settled();
  }

  private async start({ webhook, attemptsMade }: { webhook: QueuedWebhook; attemptsMade: number }): Promise<void> {
    return new Promise((firstCallMade) => {
      const stop = AbortSignal.any([this.queue.signal, this.parts.closing]);
      const delivery = this.deliver({ webhook, attemptsMade, firstCallMade, stop }).finally(firstCallMade);
      this.deliveries.add(delivery);
    });
  }

  private async deliver({
    webhook,
    attemptsMade,
    firstCallMade,
    stop,
  }: {
    webhook: QueuedWebhook;
    attemptsMade: number;
    firstCallMade: () => void;
    stop: AbortSignal;
  }): Promise<void> {
    const waits = [Date.parse(webhook.dueAt) - Date.now(), ...this.parts.retryDelaysMs].slice(attemptsMade);
    for (const delayMs of waits) {
      if (await isStoppedWithin({ delayMs, stop })) return;
      // The address is read at each call: a merchant who corrects it gets the retries there.
      const url = this.parts.settings.orderWebhookUrl;
      const result = await callWebhook({ url, body: webhook.body, closing: stop });
      if (stop.aborted) return;
      await this.parts.book.write({
        type: 'webhook.attempted',
        at: new Date().toISOString(),
        id: webhook.id,
        ...result,
      });
      firstCallMade();
      if (isTaken(result)) return this.settle({ id: webhook.id, outcome: 'delivered' });
    }
    await this.settle({ id: webhook.id, outcome: 'givenUp' });
  }

  private async settle({ id, outcome }: { id: string; outcome: WebhookOutcome }): Promise<void> {
    await this.parts.book.write({ type: 'webhook.settled', at: new Date().toISOString(), id, outcome });
  }
}

function isTaken({ status }: CallResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function isStoppedWithin({ delayMs, stop }: { delayMs: number; stop: AbortSignal }): Promise<boolean> {
  try {
    await wait(Math.max(0, delayMs), undefined, { signal: stop, ref: false });
    return false;
  } catch {
    return true;
  }
}
