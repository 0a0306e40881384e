import type { NotSentReason, UnknownReason } from '../../port/call-outcome.js';
import type { BodyFlaw, JsonBody } from './json-body.js';

/** One request. Times are by `performance.now()`, so a moved wall clock moves no deadline. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Below the provider's base URL, starting with `/`. */
  readonly path: string;
  readonly apiToken: string;
  /** JSON text; null for no body. */
  readonly body: string | null;
  readonly sendBefore: number;
  /** Checked immediately before the first byte, besides `sendBefore`; open by default. */
  readonly isOpen?: (() => boolean) | undefined;
  /** Not before `sendBefore`. */
  readonly answerBefore: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: JsonBody;
  /** The received bytes, whatever they are; absent if none. */
  readonly received?: Buffer;
  /** `Retry-After` in seconds, converted if it is a date; null if absent. */
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
