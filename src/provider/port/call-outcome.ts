/** Why nothing of a request can have reached the provider: resending it is safe. */
export type NotSentReason =
  /** The claim behind the request had grown too old before the call, or another replica had ended it. */
  | 'claim_expired'
  /** The provider's host name was not resolved. */
  | 'dns_failure'
  /** No TCP connection came about. */
  | 'connect_failure'
  /** The TLS handshake failed, so nothing was written under it. */
  | 'tls_failure'
  /** The provider accepted no connection within the send window. */
  | 'connect_timeout'
  /** The send window ended here: every connection was in use, or the process had been stopped. */
  | 'window_over'
  /** Node refused to start the request, for instance for a character no header may hold. */
  | 'request_unsendable'
  /** Too many calls in a row failed for this merchant; none is made for a while. */
  | 'circuit_open'
  /** The provider refused this merchant's token, or the address, several times in a row; it is asked again in a while. */
  | 'credentials_refused'
  /** No place within the requests a second was free in time. */
  | 'budget_exhausted'
  /** The shared budget could not be asked. */
  | 'budget_unavailable';

/** Reasons that say nothing of the provider: Purser waited for itself, or spared the provider. */
const OWN_REASONS: ReadonlySet<string> = new Set<NotSentReason>([
  'claim_expired',
  'window_over',
  'circuit_open',
  'credentials_refused',
  'budget_exhausted',
  'budget_unavailable',
]);

/** Whether the provider was not asked at all, for a reason of Purser's: asking again costs it nothing. */
export function isOwnReason(reason: string): boolean {
  return OWN_REASONS.has(reason);
}

/** Why nobody can say whether the provider processed a request. */
export type UnknownReason =
  /** No complete answer within the deadline. */
  | 'timed_out'
  /** The connection broke after something may have been written, or in the middle of the answer. */
  | 'connection_lost'
  /** A status that neither accepts nor is on the profile's list of definite refusals. */
  | 'http_status'
  /** The answer exceeds what is read of one. */
  | 'too_large'
  /** An accepting status whose body is not what the interface describes. */
  | 'malformed'
  /** An accepting status whose body describes something other than what was asked for. */
  | 'echo_mismatch';

/** The outcome of a call that changes something at the provider. Only `refused` may fail anything. */
export type CallOutcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      /**
       * The refused part: the `content`, a card or an amount, which another may replace; the `request`, whatever is in
       * it, for its form; the `credentials`, or the address, of every request; or the `balance`, which does not cover a
       * payout.
       */
      readonly refuses: 'content' | 'request' | 'credentials' | 'balance';
      /** The provider's own words, if it gave any: shown to people, never decided upon. */
      readonly message: string | null;
    }
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      /** The path of the field that made an answer unusable and why, or why it is no JSON; never a value. */
      readonly detail?: string;
      readonly httpStatus: number | null;
      /** The UUIDs that an unusable answer named, five at most: ids to poll, never to be bound by themselves. */
      readonly namedIds?: readonly string[];
    };

/**
 * Whether the provider looked at what was asked for and did not want it. It may refuse every request, of a wrong token
 * for instance, which says nothing of a card.
 */
export function refusesContent(outcome: CallOutcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refuses === 'content';
}

/** The result of a read-back. On `unavailable` the caller keeps what it knows and asks again later. */
export type ReadOutcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unavailable';
      readonly reason: NotSentReason | UnknownReason;
      /** As of a change. */
      readonly detail?: string;
      readonly httpStatus: number | null;
    };

/** A reason for people, with the field to blame where an answer could not be used. */
export function explainReason({
  reason,
  detail,
}: {
  readonly reason: string;
  readonly detail?: string | undefined;
}): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
}

/** The problem of an object whose answer was read but for the fields named here; null when all were. */
export function explainUnreadable(fields: readonly string[]): string | null {
  return fields.length === 0 ? null : `The provider's answer could not be read in full: ${fields.join(', ')}.`;
}
