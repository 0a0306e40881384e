import type { NotSentReason, UnknownReason } from '../../port/call-outcome.js';
import type { BodyFlaw, JsonBody } from './json-body.js';

/** One request. Both instants are of `performance.now()`, so that a moved wall clock moves no deadline. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Below the provider's base URL, beginning with `/`. */
  readonly path: string;
  readonly apiToken: string;
  /** JSON text; null for a request without a body. */
  readonly body: string | null;
  readonly sendBefore: number;
  /** Asked in the last moment before the first byte, beside `sendBefore`; always open when absent. */
  readonly isOpen?: (() => boolean) | undefined;
  /** Not before `sendBefore`. */
  readonly answerBefore: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: JsonBody;
  /** The bytes that came, whatever they are; left out where none did. */
  readonly received?: Buffer;
  /** `Retry-After` in seconds, from now where it is a date; null when absent. */
  readonly retryAfterSeconds: number | null;
}

/** The outcome of one request. */
export type Exchange =
  | ({ readonly kind: 'answered' } & HttpAnswer)
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  | {
      readonly kind: 'lost';
      readonly reason: UnknownReason;
      /** Why it was malformed. */
      readonly detail?: BodyFlaw;
      readonly status: number | null;
      /** The bytes that came before it was lost; left out where none did. */
      readonly received?: Buffer;
    };
