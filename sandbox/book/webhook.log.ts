import type { RecordOf, WebhookOutcome } from './book-record.schema.js';

/** As for requests: enough for a flood of webhooks in a test, and a bound for a sandbox that runs for weeks. */
const SETTLED_WEBHOOKS_KEPT = 10_000;

/** One call to the merchant's server. `status` is null when no HTTP answer came. */
export interface WebhookAttempt {
  readonly at: string;
  readonly bodySha256: string;
  readonly status: number | null;
  readonly error: string | null;
}

/** A webhook the sandbox owes, or owed, to the merchant. `orderId` is null for one sent through the control API. */
export interface BookedWebhook {
  readonly id: string;
  readonly orderId: string | null;
  readonly body: string;
  readonly fault: string | null;
  readonly queuedAt: string;
  readonly dueAt: string;
  readonly attempts: readonly WebhookAttempt[];
  readonly outcome: WebhookOutcome | 'pending';
}

/** Every webhook that is pending, and the newest {@link SETTLED_WEBHOOKS_KEPT} that are not. */
export class WebhookLog {
  private readonly webhooks = new Map<string, BookedWebhook>();
  private readonly settledIds = new Set<string>();

  list(): readonly BookedWebhook[] {
    return [...this.webhooks.values()];
  }

  queued({ id, at, orderId, body, fault, dueAt }: RecordOf<'webhook.queued'>): void {
    this.webhooks.set(id, { id, orderId, body, fault, queuedAt: at, dueAt, attempts: [], outcome: 'pending' });
  }

  attempted({ id, at, bodySha256, status, error }: RecordOf<'webhook.attempted'>): void {
    const webhook = this.webhooks.get(id);
    if (webhook === undefined) return;
    this.webhooks.set(id, { ...webhook, attempts: [...webhook.attempts, { at, bodySha256, status, error }] });
  }

  settled({ id, outcome }: RecordOf<'webhook.settled'>): void {
    const webhook = this.webhooks.get(id);
    if (webhook === undefined) return;
    this.webhooks.set(id, { ...webhook, outcome });
    this.settledIds.add(id);
    const [oldest] = this.settledIds;
    if (this.settledIds.size > SETTLED_WEBHOOKS_KEPT && oldest !== undefined) {
      this.settledIds.delete(oldest);
      this.webhooks.delete(oldest);
    }
  }

  clear(): void {
    this.webhooks.clear();
    this.settledIds.clear();
  }
}
