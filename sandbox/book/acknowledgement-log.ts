import type { RecordOf } from './book-record.schema.js';
import type { BookedWebhook } from './webhook-log.js';

/** A call that the merchant answered with 2xx, so the merchant must have stored it. */
export interface Acknowledgement {
  readonly at: string;
  readonly webhookId: string;
  readonly orderId: string | null;
  readonly payoutId: string | null;
  /** The payout's callbackUrl. Null if the call went to the address in the settings, which may contain a secret. */
  readonly url: string | null;
  /** Last segment of the URL's path; some merchants put a token there. */
  readonly token: string | null;
  readonly bodySha256: string;
  readonly status: number;
}

/**
 * Every acknowledged webhook call. Unlike the webhooks it is never trimmed: a checker compares all of them with the
 * merchant's inbox.
 */
export class AcknowledgementLog {
  private acknowledgements: Acknowledgement[] = [];

  list(): readonly Acknowledgement[] {
    return this.acknowledgements;
  }

  attempted({ attempt, webhook }: { attempt: RecordOf<'webhook.attempted'>; webhook: BookedWebhook | null }): void {
    const { at, id, bodySha256, status } = attempt;
    if (webhook === null || status === null || status < 200 || status > 299) return;
    const { orderId, payoutId, callbackUrl: url } = webhook;
    const token = url === null ? null : (new URL(url).pathname.split('/').at(-1) ?? null);
    this.acknowledgements.push({ at, webhookId: id, orderId, payoutId, url, token, bodySha256, status });
  }

  clear(): void {
    this.acknowledgements = [];
  }
}
