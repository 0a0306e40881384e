import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { TokenBuckets } from '../../access/limits/token-buckets.js';
import { networkOf } from '../../common/network.js';
import { Slots } from '../../common/concurrency/slots.js';
import { Config } from '../../platform/config/config.js';
import { clientAddress } from '../../platform/graphql/http/client-address.js';
import { inSpan } from '../../platform/observability/tracing/spans.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { refuseDelivery } from './webhook-delivery.js';

// A bucket takes about 150 bytes, so each kind stays within 2 MB.
const MAX_NAMES = 10_000;

// Nothing vouches for these webhooks, and few of them are genuine.
const STRANGERS_PER_SECOND = 10;
const STRANGERS_BURST = 100;

// The provider may send everything from one address. Each object causes a handful of webhooks, and the request budget
// limits the number of objects. The burst covers retries after an outage of Purser.
const KNOWN_PER_REQUEST = 4;
const KNOWN_PER_SECOND = 200;
const KNOWN_BURST_SECONDS = 10;

// A delivery takes about 10 ms, so this allows thousands a second. It limits how many connections a slow sender can
// keep busy.
const MAX_UNDER_WAY = 50;

// A process has about ten database connections. With two of them, hundreds of deliveries a second can be stored for one
// network, and a flood cannot delay payments.
const MAX_AT_DATABASE = 2;

const DELIVERY_LIMITS = ['known', 'stranger', 'under_way', 'room'] as const;
type DeliveryLimit = (typeof DELIVERY_LIMITS)[number];

type DeliverySource = 'orders' | 'payouts';

// Outcomes by response status. Without a response the outcome is `broken_off`.
const OUTCOMES: Readonly<Record<number, string>> = { 200: 'stored', 429: 'too_many', 503: 'not_stored' };

/**
 * Limits webhook deliveries per network, separately on each replica. Deliveries that something vouches for have a
 * separate bucket, so strangers at the same address cannot use it up.
 */
@Injectable()
export class DeliveryLimits {
  readonly #known: TokenBuckets;
  readonly #strangers: TokenBuckets;
  readonly #underWay = new Slots({ atOnce: MAX_UNDER_WAY, waiting: 0 });
  /** Any number of deliveries may wait for a slot: the number in progress is limited already. */
  readonly #atDatabase = new Slots({ atOnce: MAX_AT_DATABASE });
  readonly #taken: Counter<'source' | 'outcome'>;
  readonly #countRefused: (limit: DeliveryLimit) => void;

  constructor(
    private readonly config: Config,
    registry: MetricsRegistry,
  ) {
    const knownPerSecond = Math.max(KNOWN_PER_SECOND, KNOWN_PER_REQUEST * config.provider.requestsPerSecond);
    const burst = knownPerSecond * KNOWN_BURST_SECONDS;
    this.#known = new TokenBuckets({ perSecond: knownPerSecond, burst, maxNames: MAX_NAMES });
    this.#strangers = new TokenBuckets({
      perSecond: STRANGERS_PER_SECOND,
      burst: STRANGERS_BURST,
      maxNames: MAX_NAMES,
    });
    this.#countRefused = registry.counterOf({
      name: 'purser_webhooks_refused_total',
      help: 'Webhooks that were not taken for being too many, by limit.',
      label: 'limit',
      values: DELIVERY_LIMITS,
    });
    this.#taken = new Counter({
      name: 'purser_webhooks_total',
      help: 'Webhooks that came, by their source and what became of them.',
      labelNames: ['source', 'outcome'],
      registers: [registry],
    });
  }

  /** Handles a delivery. If its network has too many in progress, answers 503 instead. */
  async run(
    source: DeliverySource,
    request: IncomingMessage,
    response: ServerResponse,
    handle: (network: string) => Promise<void>,
  ): Promise<void> {
    const network = networkOf(clientAddress(request, this.config.http.trustedProxies));
    const end = await this.#underWay.take(network);
    if (!end) {
      this.refuse(response, { limit: 'under_way', status: 503, seconds: 1 });
      this.count(source, response);
      return;
    }
    try {
      await inSpan('webhook', 'webhook received', async (work) => {
        await handle(network);
        if (work) work.facts['http.response.status_code'] = response.statusCode;
      });
    } finally {
      end();
      this.count(source, response);
    }
  }

  private count(source: DeliverySource, response: ServerResponse): void {
    const outcome = response.writableEnded ? (OUTCOMES[response.statusCode] ?? 'refused') : 'broken_off';
    this.#taken.inc({ source, outcome });
  }

  /** Runs a network's database work in one of its few slots. */
  async atDatabase<Result>(network: string, ask: () => Promise<Result>): Promise<Result> {
    const end = await this.#atDatabase.take(network);
    try {
      return await ask();
    } finally {
      end?.();
    }
  }

  /** Counts a delivery that something vouches for. If its network sent too many, answers 429 and returns false. */
  admitKnown(network: string, response: ServerResponse): boolean {
    return this.admit('known', this.#known.take(network), response);
  }

  /** Like `admitKnown`, for a delivery that nothing vouches for. */
  admitStranger(network: string, response: ServerResponse): boolean {
    return this.admit('stranger', this.#strangers.take(network), response);
  }

  /** Answers 503 to a delivery that there is currently no room to store. */
  refuseForRoom(response: ServerResponse): void {
    this.refuse(response, { limit: 'room', status: 503, seconds: 60 });
  }

  private admit(limit: DeliveryLimit, seconds: number, response: ServerResponse): boolean {
    if (seconds > 0) this.refuse(response, { limit, status: 429, seconds: Math.ceil(seconds) });
    return seconds === 0;
  }

  private refuse(
    response: ServerResponse,
    { limit, status, seconds }: { readonly limit: DeliveryLimit; readonly status: number; readonly seconds: number },
  ): void {
    this.#countRefused(limit);
    response.setHeader('retry-after', seconds);
    refuseDelivery(response, { status, reason: 'Too many at once, send it again later' });
  }
}
