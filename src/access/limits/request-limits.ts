import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { networkOf } from '../../common/network.js';
import { Slots } from '../../common/concurrency/slots.js';
import { Config } from '../../platform/config/config.js';
import { AccessRefusedError, type Caller } from '../../platform/graphql/request-context.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { TokenBuckets } from './token-buckets.js';
import { FailedAttempts } from './failed-attempts.js';

// A bucket takes some 150 bytes, so either kind stays within 2 MB, whoever knocks.
const MAX_NAMES = 10_000;

// Anybody who waits longer sees a slow page either way; 16 is what a page with every tile of its own asks for.
const WAITING = { waiting: 16, waitMs: 2_000 } as const;

// Pages and look-ups take milliseconds and never rest.
const QUICK_READ_MS = 100;

// With four slots, a key that asks only for what is slow has one query under way on average.
const REST_FOR_EACH_MS = 3;

// One slow query of a caller does not cost them a slot for longer than they look at its answer.
const LONGEST_REST_MS = 30_000;

const REQUEST_LIMITS = ['key', 'address', 'under_way'] as const;
type RequestLimit = (typeof REQUEST_LIMITS)[number];

/**
 * How much one caller may ask, and how often one address may fail to show who it is. Counted by each replica for
 * itself: what is protected is the replica, and a shared count would cost every request a statement.
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
   * Counts one operation. One that is sure to read is refused here when too many wait: a caller that asks on, though
   * told to wait, does not have its documents parsed.
   *
   * @throws AccessRefusedError RATE_LIMITED
   */
  admit({ id }: Caller, kind: 'read' | 'any'): void {
    const seconds = this.take(id);
    if (seconds > 0) this.refuse('key', 'This key asks too much at once; try again shortly.', seconds);
    if (kind === 'read' && this.#underWay.read.isFull(id)) this.refuseUnderWay();
  }

  /**
   * Counts so many operations that are done within one that was admitted, before the first of them.
   *
   * @throws AccessRefusedError RATE_LIMITED
   */
  admitWithin({ id }: Caller, count: number): void {
    const seconds = this.#requests.take(id, count);
    if (seconds > 0)
      this.refuse('key', `This key asks too much at once; try again in ${Math.ceil(seconds)} s.`, seconds);
  }

  /** Counts one operation of a caller, and gives 0; or counts none, and gives the seconds until one may be asked. */
  take(callerId: string): number {
    return this.#requests.take(callerId);
  }

  /**
   * Waits until a caller may have one more operation under way, and gives what ends it.
   *
   * @throws AccessRefusedError RATE_LIMITED when too many wait, or none ends in time
   */
  async begin({ id }: Caller, kind: 'read' | 'change'): Promise<() => void> {
    const end = await this.#underWay[kind].take(id);
    return end ?? this.refuseUnderWay();
  }

  /** Counts a credential that is not valid, in the metric: what it costs its address was taken by `takeAttempt`. */
  countFailure(clientAddress: string, credential: string | null): void {
    this.#failed.inc();
    this.failedAttempts.note(clientAddress, credential);
  }

  /**
   * Takes one of the failures that an address is allowed, before its unknown credential is looked up: those that are
   * looked up at the same time are then never more than are left.
   *
   * @throws AccessRefusedError RATE_LIMITED when none is left
   */
  takeAttempt(clientAddress: string): void {
    const seconds = this.#failures.take(networkOf(clientAddress));
    if (seconds > 0) this.failedAttempts.noteLimit(clientAddress);
    if (seconds > 0) this.refuse('address', 'Too many failed attempts from this address; try again later.', seconds);
  }

  /** Gives it back, for it was no failure. */
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
