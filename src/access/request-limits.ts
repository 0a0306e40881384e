import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Counter } from 'prom-client';
import { Config } from '../config/config.js';
import { AccessRefusedError, type Caller } from '../graphql/request-context.js';
import { MetricsRegistry } from '../observability/metrics-registry.js';
import { TokenBuckets } from './domain/token-buckets.js';

// A bucket takes some 150 bytes, so either kind stays within 2 MB, whoever knocks.
const MAX_NAMES = 10_000;

/**
 * How much one caller may ask, and how often one address may fail to show who it is. Counted by each replica for itself:
 * what is protected is the replica, and a shared count would cost every request a statement.
 */
@Injectable()
export class RequestLimits {
  readonly #requests: TokenBuckets;
  readonly #failures: TokenBuckets;
  readonly #refused: Counter<'limit'>;
  readonly #failed: Counter;

  constructor({ access }: Config, registry: MetricsRegistry) {
    const { requestsPerSecond: perSecond, requestBurst: burst, failuresPerMinute } = access;
    this.#requests = new TokenBuckets({ perSecond, burst, maxNames: MAX_NAMES });
    this.#failures = new TokenBuckets({
      perSecond: failuresPerMinute / 60,
      burst: failuresPerMinute,
      maxNames: MAX_NAMES,
    });
    this.#refused = new Counter({
      name: 'purser_rate_limited_total',
      help: 'Operations and authentications refused for being too many, by limit.',
      labelNames: ['limit'],
      registers: [registry],
    });
    this.#failed = new Counter({
      name: 'purser_authentication_failures_total',
      help: 'Credentials that were presented and are not valid.',
      registers: [registry],
    });
  }

  /**
   * Counts one operation.
   *
   * @throws AccessRefusedError RATE_LIMITED
   */
  admit({ id }: Caller): void {
    const seconds = this.#requests.take(id);
    if (seconds > 0) this.refuse('key', 'This key asks too much at once; try again shortly.', seconds);
  }

  /** Counts a credential that is not valid, in the metric: what it costs its address was taken by `takeAttempt`. */
  countFailure(): void {
    this.#failed.inc();
  }

  /**
   * Takes one of the failures that an address is allowed, before its unknown credential is looked up: those that are
   * looked up at the same time are then never more than are left.
   *
   * @throws AccessRefusedError RATE_LIMITED when none is left
   */
  takeAttempt(clientAddress: string): void {
    const seconds = this.#failures.take(networkOf(clientAddress));
    if (seconds > 0) this.refuse('address', 'Too many failed attempts from this address; try again later.', seconds);
  }

  /** Gives it back, for it was no failure. */
  giveBackAttempt(clientAddress: string): void {
    this.#failures.giveBack(networkOf(clientAddress));
  }

  private refuse(limit: 'key' | 'address', message: string, seconds: number): never {
    this.#refused.inc({ limit });
    throw new AccessRefusedError(message, 'RATE_LIMITED', Math.ceil(seconds));
  }
}

/** An IPv6 client has a network of 2^64 addresses for itself, so that network is the one who tries. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}
