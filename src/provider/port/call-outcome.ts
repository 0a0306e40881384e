/** Why no part of a request can have reached the provider, so that resending it is safe. */
export type NotSentReason =
  /** The claim was too old before the call, or another replica had ended the claim. */
  | 'claim_expired'
  | 'dns_failure'
  | 'connect_failure'
  /** The TLS handshake failed, so nothing was written. */
  | 'tls_failure'
  /** No connection to the provider was established within the send window. */
  | 'connect_timeout'
  /**
   * The send window ended while the request waited in this process: all connections were in use, or the process was
   * suspended.
   */
  | 'window_over'
  /** Node rejected the request, for instance because of a character that no header may contain. */
  | 'request_unsendable'
  /** Too many calls for this merchant failed in a row; calls are suspended for a while. */
  | 'circuit_open'
  /**
   * The provider refused this merchant's token, or the address, several times in a row; payouts are suspended for a
   * while.
   */
  | 'credentials_refused'
  | 'budget_exhausted'
  | 'budget_unavailable';

/** Reasons that say nothing about the provider, because Purser held the request back. */
const OWN_REASONS: ReadonlySet<string> = new Set<NotSentReason>([
  'claim_expired',
  'window_over',
  'circuit_open',
  'credentials_refused',
  'budget_exhausted',
  'budget_unavailable',
]);

/** Whether Purser held the request back without contacting the provider, so that a retry costs nothing. */
export function isOwnReason(reason: string): boolean {
  return OWN_REASONS.has(reason);
}

/** Why it is unknown whether the provider processed a request. */
export type UnknownReason =
  | 'timed_out'
  /** The connection broke after something may have been written, or while the answer was being received. */
  | 'connection_lost'
  /** A status that is neither a success nor one of the profile's definite refusals. */
  | 'http_status'
  | 'too_large'
  /** A success status with a body that does not match the interface. */
  | 'malformed'
  /** A success status with a body that describes something other than what was requested. */
  | 'echo_mismatch';

/** The outcome of a change at the provider. Only `refused` may mark an order or a payout as failed. */
export type CallOutcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      /**
       * What the provider refused: the `content`, meaning a card or an amount that can be replaced; the `request`, for
       * its form, whatever its content; the `credentials` or the address, as it would for any request; or the
       * `balance`, which does not cover the payout.
       */
      readonly refuses: 'content' | 'request' | 'credentials' | 'balance';
      /** The provider's own message, if any. It is shown to people and never used for a decision. */
      readonly message: string | null;
    }
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      /**
       * The field that made the answer unusable and the problem with it, or why the body is not JSON; never a value.
       */
      readonly detail?: string;
      readonly httpStatus: number | null;
      /** Up to five UUIDs found in an unusable answer. They are polled, but prove nothing by themselves. */
      readonly namedIds?: readonly string[];
    };

/**
 * Whether the provider examined the content and refused it. A refusal of the request or the token says nothing about a
 * card.
 */
export function refusesContent(outcome: CallOutcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refuses === 'content';
}

/** The result of a read-back. If it is `unavailable`, the caller keeps its state and retries later. */
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

/** Describes an answer in which only these fields were unreadable; null if all were readable. */
export function explainUnreadable(fields: readonly string[]): string | null {
  return fields.length === 0 ? null : `The provider's answer could not be read in full: ${fields.join(', ')}.`;
}
