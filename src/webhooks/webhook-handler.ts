import type { SubjectType } from '../platform/events/status-change.js';
import { isOwnReason } from '../provider/port/call-outcome.js';
import type { WebhookSource } from './domain/webhook-event.js';

/**
 * The facts of a webhook for a feature. The body is a hint from outside, possibly forged: it names, it never proves.
 */
export interface ReceivedWebhook {
  readonly eventId: string;
  readonly body: Buffer;
  /** The attempt at whose own callback URL it arrived; null at an address that all share. */
  readonly attemptId: string | null;
  /** How often it was tried before. */
  readonly tries: number;
  /** False when nothing vouches for whoever sent it: what it names is read back after everything else. */
  readonly isVerified: boolean;
}

export type WebhookOutcome =
  /** The object was read back and what it says was applied. */
  | { readonly kind: 'processed'; readonly providerObjectId: string; readonly subjectId: string }
  /** Nothing known here is meant; the note says why. */
  | { readonly kind: 'ignored'; readonly providerObjectId: string | null; readonly note: string }
  /** It could not be decided now, as the provider or the answer is not available; the note says why. */
  | { readonly kind: 'try_again'; readonly providerObjectId: string | null; readonly note: string }
  /** The provider was not asked, for a reason of Purser's, so this was no try; the note says why. */
  | { readonly kind: 'put_off'; readonly providerObjectId: string | null; readonly note: string };

/** The outcome where the object could not be read back, for a reason of a `ReadOutcome`. */
export function notReadBack(what: 'order' | 'payout', providerObjectId: string, reason: string): WebhookOutcome {
  const kind = isOwnReason(reason) ? 'put_off' : 'try_again';
  return { kind, providerObjectId, note: `The ${what} could not be read back (${reason}).` };
}

/** Where a feature keeps what its webhooks are about. Literals of the code only: they become SQL. */
export interface WebhookSubjects {
  readonly table: string;
  readonly providerIdColumn: string;
  /** The group of its objects: where money goes to, or how it comes. */
  readonly destinationColumn: string;
  /** The word of the status log for its objects. */
  readonly subjectType: SubjectType;
  readonly endStatuses: readonly string[];
  /** The end that the provider gives a time for, and the column with that time; never one of our own clock. */
  readonly timedEnd: { readonly status: string; readonly column: string };
}

/** Implemented by the feature a webhook is about, and registered with `WebhookHandlers`. */
export interface WebhookHandler {
  readonly source: WebhookSource;
  readonly subjects: WebhookSubjects;
  /** The ids of the provider's objects that a body names, the likeliest first. */
  namedIds(body: Buffer): readonly string[];
  /** Must be safe to call again for the same event, at any time and on several replicas at once. */
  handle(webhook: ReceivedWebhook): Promise<WebhookOutcome>;
}
