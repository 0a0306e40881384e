import type { RecordOf, WebhookOutcome, WebhookSignature } from './book-record.schema.js';

/** The same bound as for requests: enough for a flood in a test, and low enough for a sandbox that runs for weeks. */
const SETTLED_WEBHOOKS_KEPT = 10_000;

/** One call to the merchant's server. `status` is null if there was no HTTP answer. */
export interface WebhookAttempt {
  readonly at: string;
  readonly bodySha256: string;
  readonly status: number | null;
  readonly error: string | null;
}

/** A webhook, delivered or not. Webhooks sent through the control API have no subject. */
export interface BookedWebhook {
  readonly id: string;
  readonly orderId: string | null;
  readonly payoutId: string | null;
  readonly callbackUrl: string | null;
  readonly signature: WebhookSignature;
  readonly body: string;
  readonly fault: string | null;
  readonly queuedAt: string;
  readonly dueAt: string | null;
  readonly attempts: readonly WebhookAttempt[];
  readonly outcome: WebhookOutcome | 'pending';
}

/** Every pending webhook, and the newest {@link SETTLED_WEBHOOKS_KEPT} finished ones. */
export class WebhookLog {
  private readonly webhooks = new Map<string, BookedWebhook>();
  private readonly settledIds = new Set<string>();
  private readonly heldBackIds = new Set<string>();

  find(id: string): BookedWebhook | null {
    return this.webhooks.get(id) ?? null;
  }

  /** Returns the ids of this payout's webhooks that are held back until its next one. */
  heldBackFor(payoutId: string): readonly string[] {
    return [...this.heldBackIds].filter((id) => this.find(id)?.payoutId === payoutId);
  }

  list(): readonly BookedWebhook[] {
    return [...this.webhooks.values()];
  }

  queued({ type: _type, at, ...webhook }: RecordOf<'webhook.queued'>): void {
    this.webhooks.set(webhook.id, { ...webhook, queuedAt: at, attempts: [], outcome: 'pending' });
    if (webhook.dueAt === null) this.heldBackIds.add(webhook.id);
  }

  released({ id, at }: RecordOf<'webhook.released'>): void {
    this.heldBackIds.delete(id);
    const webhook = this.webhooks.get(id);
    if (webhook !== undefined) this.webhooks.set(id, { ...webhook, dueAt: at });
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
    this.heldBackIds.clear();
  }
}
