import type { NotSentReason, UnknownReason } from '../../port/call-outcome.js';
import type { BodyFlaw, JsonBody } from './json-body.js';

/** One request. Its times are `performance.now()` values, so changing the wall clock moves no deadline. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Path below the provider's base URL, starting with `/`. */
  readonly path: string;
  readonly apiToken: string;
  /** JSON text; null for no body. */
  readonly body: string | null;
  readonly sendBefore: number;
  /** Checked immediately before the first byte is written, in addition to `sendBefore`. Defaults to always open. */
  readonly isOpen?: (() => boolean) | undefined;
  /** Deadline for the answer; never earlier than `sendBefore`. */
  readonly answerBefore: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: JsonBody;
  /** The received bytes, unparsed; absent if there are none. */
  readonly received?: Buffer;
  /** `Retry-After` in seconds (a date is converted); null if absent. */
  readonly retryAfterSeconds: number | null;
}

export type Exchange =
  | ({ readonly kind: 'answered' } & HttpAnswer)
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  | {
      readonly kind: 'lost';
      readonly reason: UnknownReason;
      readonly detail?: BodyFlaw;
      readonly status: number | null;
      /** The bytes received before the connection was lost; absent if none. */
      readonly received?: Buffer;
    };
