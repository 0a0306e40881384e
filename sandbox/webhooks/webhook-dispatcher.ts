import { setTimeout as wait } from 'node:timers/promises';
import type { BookRecord, RecordOf, WebhookOutcome } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import { OpenWork } from '../http/open-work.js';
import type { MerchantSettings } from './merchant-settings.js';
import { type CallResult, callWebhook } from './webhook-sender.js';
import { signatureOf } from './webhook-signature.js';

type DueWebhook = Pick<RecordOf<'webhook.queued'>, 'id' | 'payoutId' | 'callbackUrl' | 'signature' | 'body'> & {
  readonly dueAt: string;
};

/**
 * Delivers queued webhooks independently. Each is sent at its time and again after each retry delay until the merchant
 * answers 2xx.
 *
 * The book is the queue: a webhook is recorded before it is sent, and a restarted sandbox resumes pending ones with
 * their retry count.
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
   * Starts the delivery of every webhook that these records queue, unless they also settle it or hold it back. Webhooks
   * that they release follow after the others, unless the sandbox restarts in between. Resolves after the first call of
   * each webhook, whatever the result.
   */
  async dispatch(records: readonly BookRecord[]): Promise<void> {
    const settled = new Set(records.flatMap((record) => (record.type === 'webhook.settled' ? [record.id] : [])));
    const queued = records.filter((record) => record.type === 'webhook.queued').filter(({ id }) => !settled.has(id));
    const released = records
      .filter((record) => record.type === 'webhook.released')
      .flatMap(({ id }) => this.parts.book.webhooks.find(id) ?? []);
    const overtaking = Promise.all(queued.filter(isDue).map((webhook) => this.start({ webhook })));
    await Promise.all(released.filter(isDue).map((webhook) => this.start({ webhook, after: overtaking })));
    await overtaking;
  }

  /** Resumes the webhooks that were pending when the book was closed or the process was killed. */
  resume(): void {
    for (const webhook of this.parts.book.webhooks.list()) {
      if (webhook.outcome !== 'pending' || !isDue(webhook)) continue;
      void this.start({ webhook, attemptsMade: webhook.attempts.length });
    }
  }

  /** Resolves once every webhook is delivered, abandoned, lost or held back. */
  async idle(): Promise<void> {
    return this.deliveries.settled();
  }

  /** Clears the queue and cuts off a call in progress. */
  async clear(): Promise<void> {
    this.queue.abort();
    this.queue = new AbortController();
    await this.deliveries.settled();
  }

  private async start({
    webhook,
    attemptsMade = 0,
    after = Promise.resolve(),
  }: {
    webhook: DueWebhook;
    attemptsMade?: number;
    after?: Promise<unknown>;
  }): Promise<void> {
    return new Promise((firstCallMade) => {
      const stop = AbortSignal.any([this.queue.signal, this.parts.closing]);
      const delivery = after.then(() => this.deliver({ webhook, attemptsMade, firstCallMade, stop }));
      this.deliveries.add(delivery.finally(firstCallMade));
    });
  }

  private async deliver({
    webhook,
    attemptsMade,
    firstCallMade,
    stop,
  }: {
    webhook: DueWebhook;
    attemptsMade: number;
    firstCallMade: () => void;
    stop: AbortSignal;
  }): Promise<void> {
    const waits = [Date.parse(webhook.dueAt) - Date.now(), ...this.parts.retryDelaysMs].slice(attemptsMade);
    for (const delayMs of waits) {
      if (await isStoppedWithin({ delayMs, stop })) return;
      const result = await this.call({ webhook, stop });
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

  /** Reads the address and the secret at each call, so that a corrected setting applies to retries. */
  private async call({
    webhook: { payoutId, callbackUrl, signature, body },
    stop,
  }: {
    webhook: DueWebhook;
    stop: AbortSignal;
  }): Promise<CallResult> {
    const { orderWebhookUrl, payoutWebhookUrl, payoutWebhookSecret: secret } = this.parts.settings;
    return callWebhook({
      url: callbackUrl ?? (payoutId === null ? orderWebhookUrl : payoutWebhookUrl),
      body,
      signature: signatureOf({ signature, body, secret }),
      closing: stop,
    });
  }

  private async settle({ id, outcome }: { id: string; outcome: WebhookOutcome }): Promise<void> {
    await this.parts.book.write({ type: 'webhook.settled', at: new Date().toISOString(), id, outcome });
  }
}

function isDue<Webhook extends { readonly dueAt: string | null }>(
  webhook: Webhook,
): webhook is Webhook & { readonly dueAt: string } {
  return webhook.dueAt !== null;
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
