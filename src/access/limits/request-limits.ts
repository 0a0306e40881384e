import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { networkOf } from '../../common/network.js';
import { Slots } from '../../common/concurrency/slots.js';
import { Config } from '../../platform/config/config.js';
import { AccessRefusedError, type Caller } from '../../platform/graphql/request-context.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { TokenBuckets } from './token-buckets.js';
import { FailedAttempts } from './failed-attempts.js';

// A bucket takes about 150 bytes, so each of the two maps stays within 2 MB.
const MAX_NAMES = 10_000;

// Waiting longer would make a page slow in any case. A page whose tiles each send a request needs 16.
const WAITING = { waiting: 16, waitMs: 2_000 } as const;

// Pages and lookups take only milliseconds and cause no pause.
const QUICK_READ_MS = 100;

// After a slow read, its slot pauses for three times as long. With four slots, a key that only sends slow queries has
// one running on average.
const REST_FOR_EACH_MS = 3;

// After a single slow query, a slot pauses no longer than it takes to look at the result.
const LONGEST_REST_MS = 30_000;

const REQUEST_LIMITS = ['key', 'address', 'under_way'] as const;
type RequestLimit = (typeof REQUEST_LIMITS)[number];

/**
 * Limits operations per caller and failed authentications per address. Each replica counts separately: the limit
 * protects the replica, and a shared count would cost a statement for each request.
 */
@Injectable()
export class RequestLimits {
  readonly #requests: TokenBuckets;
  readonly #failures: TokenBuckets;
  readonly #underWay: Readonly<Record<'read' | 'change', Slots>>;
  readonly #countRefused: (limit: RequestLimit) => void;
  readonly #failed: Counter;

  constructor(
    { access }: Config,
    private readonly failedAttempts: FailedAttempts,
    registry: MetricsRegistry,
  ) {
    const { requestsPerSecond: perSecond, requestBurst: burst, failuresPerMinute } = access;
    this.#requests = new TokenBuckets({ perSecond, burst, maxNames: MAX_NAMES });
    this.#failures = new TokenBuckets({
      perSecond: failuresPerMinute / 60,
      burst: failuresPerMinute,
      maxNames: MAX_NAMES,
    });
    this.#underWay = {
      read: new Slots({ atOnce: access.readsAtOnce, ...WAITING, restMs: restAfterRead }),
      change: new Slots({ atOnce: access.changesAtOnce, ...WAITING }),
    };
    this.#countRefused = registry.counterOf({
      name: 'purser_rate_limited_total',
      help: 'Operations and authentications refused for being too many, by limit.',
      label: 'limit',
      values: REQUEST_LIMITS,
    });
    this.#failed = new Counter({
      name: 'purser_authentication_failures_total',
      help: 'Credentials that were presented and are not valid.',
      registers: [registry],
    });
  }

  /**
   * Counts one operation. Rejects a read if too many are waiting already, so the documents of a caller who ignores the
   * limit are not even parsed.
   * @throws AccessRefusedError RATE_LIMITED
   */
  admit({ id }: Caller, kind: 'read' | 'any'): void {
    const seconds = this.take(id);
    if (seconds > 0) this.refuse('key', 'This key asks too much at once; try again shortly.', seconds);
    if (kind === 'read' && this.#underWay.read.isFull(id)) this.refuseUnderWay();
  }

  /**
   * Counts the further operations within an admitted request, before the first of them runs.
   * @throws AccessRefusedError RATE_LIMITED
   */
  admitWithin({ id }: Caller, count: number): void {
    const seconds = this.#requests.take(id, count);
    if (seconds > 0)
      this.refuse('key', `This key asks too much at once; try again in ${Math.ceil(seconds)} s.`, seconds);
  }

  /** Counts one operation and returns 0, or returns the seconds until the next one is allowed. */
  take(callerId: string): number {
    return this.#requests.take(callerId);
  }

  /**
   * Waits for one of the caller's slots and returns the function that frees it.
   * @throws AccessRefusedError RATE_LIMITED if too many requests are waiting or no slot becomes free in time
   */
  async begin({ id }: Caller, kind: 'read' | 'change'): Promise<() => void> {
    const end = await this.#underWay[kind].take(id);
    return end ?? this.refuseUnderWay();
  }

  /** Counts an invalid credential in the metric. `takeAttempt` has already charged its address. */
  countFailure(clientAddress: string, credential: string | null): void {
    this.#failed.inc();
    this.failedAttempts.note(clientAddress, credential);
  }

  /**
   * Counts a failure for the address before its credential is looked up, so that concurrent lookups cannot exceed the
   * limit.
   * @throws AccessRefusedError RATE_LIMITED if the address has no failures left
   */
  takeAttempt(clientAddress: string): void {
    const seconds = this.#failures.take(networkOf(clientAddress));
    if (seconds > 0) this.failedAttempts.noteLimit(clientAddress);
    if (seconds > 0) this.refuse('address', 'Too many failed attempts from this address; try again later.', seconds);
  }

  /** Takes back a failure counted by `takeAttempt`, because the credential was valid. */
  giveBackAttempt(clientAddress: string): void {
    this.#failures.giveBack(networkOf(clientAddress));
  }

  private refuseUnderWay(): never {
    return this.refuse('under_way', 'This key has too many operations under way; try again shortly.', 1);
  }

  private refuse(limit: RequestLimit, message: string, seconds: number): never {
    this.#countRefused(limit);
    throw new AccessRefusedError(message, 'RATE_LIMITED', Math.ceil(seconds));
  }
}

function restAfterRead(tookMs: number): number {
  return Math.min(LONGEST_REST_MS, Math.max(0, tookMs - QUICK_READ_MS) * REST_FOR_EACH_MS);
}
