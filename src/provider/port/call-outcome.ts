/** Why nothing of a request can have reached the provider, so that resending is safe. */
export type NotSentReason =
  /** The claim was too old before the call, or another replica had ended it. */
  | 'claim_expired'
  | 'dns_failure'
  | 'connect_failure'
  /** The TLS handshake failed, so nothing was written. */
  | 'tls_failure'
  /** The provider accepted no connection within the send window. */
  | 'connect_timeout'
  /** The send window ended in this process: all connections were in use, or the process was suspended. */
  | 'window_over'
  /** Node refused the request, for instance because of a character no header may contain. */
  | 'request_unsendable'
  /** Too many calls in a row failed for this merchant; none is made for a while. */
  | 'circuit_open'
  /**
   * The provider refused this merchant's token, or the address, several times in a row; calls are suspended for a
   * while.
   */
  | 'credentials_refused'
  | 'budget_exhausted'
  | 'budget_unavailable';

/** Reasons that indicate nothing about the provider: Purser held the request back. */
const OWN_REASONS: ReadonlySet<string> = new Set<NotSentReason>([
  'claim_expired',
  'window_over',
  'circuit_open',
  'credentials_refused',
  'budget_exhausted',
  'budget_unavailable',
]);

/** Whether Purser held the request back without asking the provider, so a retry costs nothing. */
export function isOwnReason(reason: string): boolean {
  return OWN_REASONS.has(reason);
}

/** Why it is unknown whether the provider processed a request. */
export type UnknownReason =
  | 'timed_out'
  /** The connection broke after something may have been written, or during the answer. */
  | 'connection_lost'
  /** A status that neither accepts nor is one of the profile's definite refusals. */
  | 'http_status'
  | 'too_large'
  /** An accepting status whose body does not match the interface. */
  | 'malformed'
  /** An accepting status whose body describes something else than was requested. */
  | 'echo_mismatch';

/** The outcome of a change at the provider. Only `refused` may fail anything. */
export type CallOutcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      /**
       * What was refused: the `content`, a card or an amount, which a new one may replace; the `request` for its form,
       * whatever its content; the `credentials`, or the address, of every request; or the `balance`, which does not
       * cover a payout.
       */
      readonly refuses: 'content' | 'request' | 'credentials' | 'balance';
      /** The provider's own message, if any: shown to people, never used for a decision. */
      readonly message: string | null;
    }
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      /** Path of the field that made an answer unusable, with the problem, or why it is not JSON; never a value. */
      readonly detail?: string;
      readonly httpStatus: number | null;
      /** Up to five UUIDs in an unusable answer: ids to poll, which bind nothing by themselves. */
      readonly namedIds?: readonly string[];
    };

/**
 * Whether the provider examined the content and refused it. A refusal of the request or the token says nothing about a
 * card.
 */
export function refusesContent(outcome: CallOutcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refuses === 'content';
}

/** The result of a read-back. On `unavailable` the caller keeps its state and retries later. */
export type ReadOutcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unavailable';
      readonly reason: NotSentReason | UnknownReason;
      readonly detail?: string;
      readonly httpStatus: number | null;
    };

export function explainReason({
  reason,
  detail,
}: {
  readonly reason: string;
  readonly detail?: string | undefined;
}): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
}

/** The problem of an answer in which only these fields were unreadable; null if all were readable. */
export function explainUnreadable(fields: readonly string[]): string | null {
  return fields.length === 0 ? null : `The provider's answer could not be read in full: ${fields.join(', ')}.`;
}
