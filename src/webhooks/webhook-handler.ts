import type { SubjectType } from '../platform/events/status-change.js';
import { isOwnReason } from '../provider/port/call-outcome.js';
import type { WebhookSource } from './domain/webhook-event.js';

/** A webhook passed to a feature. The body may be forged: it names an object, but proves nothing. */
export interface ReceivedWebhook {
  readonly eventId: string;
  readonly body: Buffer;
  /** The attempt whose callback URL received the webhook; null at a shared address. */
  readonly attemptId: string | null;
  readonly tries: number;
  /** False if nothing vouches for the sender: then the webhook's objects are read back after everything else. */
  readonly isVerified: boolean;
}

export type WebhookOutcome =
  /** The object was read back and applied. */
  | { readonly kind: 'processed'; readonly providerObjectId: string; readonly subjectId: string }
  /** The webhook is about nothing that Purser has; `note` says why. */
  | { readonly kind: 'ignored'; readonly providerObjectId: string | null; readonly note: string }
  /** The provider does not answer, or its answer is not available yet; `note` says why. */
  | { readonly kind: 'try_again'; readonly providerObjectId: string | null; readonly note: string }
  /** Purser did not ask the provider, so this does not count as a try; `note` says why. */
  | { readonly kind: 'put_off'; readonly providerObjectId: string | null; readonly note: string };

/** Returns the outcome of a failed read-back. */
export function notReadBack(what: 'order' | 'payout', providerObjectId: string, reason: string): WebhookOutcome {
  const kind = isOwnReason(reason) ? 'put_off' : 'try_again';
  return { kind, providerObjectId, note: `The ${what} could not be read back (${reason}).` };
}

/**
 * Where a feature stores the objects that its webhooks are about. Only literals in our code, because the values become
 * SQL.
 */
export interface WebhookSubjects {
  readonly table: string;
  readonly providerIdColumn: string;
  /** Column to group the objects by: where their money goes, or how it arrives. */
  readonly destinationColumn: string;
  /** Subject type of the objects in the status log. */
  readonly subjectType: SubjectType;
  readonly endStatuses: readonly string[];
  /**
   * The final status for which the provider gives a time, and the column with that time, which never comes from our own
   * clock.
   */
  readonly timedEnd: { readonly status: string; readonly column: string };
}

/** Implemented by the feature that a webhook is about, and registered with `WebhookHandlers`. */
export interface WebhookHandler {
  readonly source: WebhookSource;
  readonly subjects: WebhookSubjects;
  /** Returns the provider ids that a body names, the likeliest first. */
  namedIds(body: Buffer): readonly string[];
  /** Handles a webhook. Must be safe to repeat for the same event, even concurrently on several replicas. */
  handle(webhook: ReceivedWebhook): Promise<WebhookOutcome>;
}
