import { Injectable } from '@nestjs/common';
import {
  CircuitState,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel';
import { Gauge } from 'prom-client';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { isOwnReason } from '../port/call-outcome.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { asJsonObject } from './exchange/json-body.js';
import type { Exchange } from './exchange/http-call.js';

// A single failure may be the network; five in a row without a success are the provider.
const FAILURES_TO_OPEN = 5;

// Two refusals may be a token change that is slow to reach the provider; a third in a row is an invalid token.
const REFUSALS_TO_OPEN = 3;

// Shorter than the delay before an order's first poll, so a payer's order is polled on time after a short outage.
const HALF_OPEN_AFTER_MS = 10_000;

// Timeout, too early, too many requests: the 4xx statuses with which the provider asks us to slow down.
const OVERLOAD_STATUSES = new Set([408, 425, 429]);

const OPEN: Readonly<Record<CircuitName, Exchange>> = {
  changes: { kind: 'not_sent', reason: 'circuit_open' },
  reads: { kind: 'not_sent', reason: 'circuit_open' },
  credentials: { kind: 'not_sent', reason: 'credentials_refused' },
};

const CIRCUIT_NAMES = ['changes', 'reads', 'credentials'] as const;

/**
 * The calls that a circuit stops: changes, reads of bound ids, or payouts with refused credentials. Orders ignore the
 * last of these, because a token may be refused for payouts only.
 */
export type CircuitName = (typeof CIRCUIT_NAMES)[number];

/** Thrown to return an exchange from inside the policy without counting it. */
class Uncounted extends Error {
  constructor(readonly exchange: Exchange) {
    super('Not counted');
  }
}

interface Circuit {
  readonly name: CircuitName;
  readonly policy: CircuitBreakerPolicy;
  /** `performance.now()` when the circuit last opened. */
  openedAt: number;
}

/**
 * Stops calling an unresponsive provider, separately for each merchant account: an account whose calls make the
 * provider fail must not stop others, and in a real outage every account's circuits open after five calls. Changes and
 * reads have separate circuits, so failing reads never stop a payment. A third one opens while the provider refuses the
 * credentials of payouts. Each replica has its own circuits.
 */
@Injectable()
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>();

  constructor(
    registry: MetricsRegistry,
    private readonly profile: ProviderProfile,
  ) {
    const gauge: Gauge<'circuit'> = new Gauge({
      name: 'purser_provider_circuits_open',
      help: 'Merchant accounts for which this process calls the provider no more, for the last calls failed.',
      labelNames: ['circuit'],
      registers: [registry],
      collect: () => {
        for (const circuit of CIRCUIT_NAMES) gauge.set({ circuit }, this.countOpen(circuit));
      },
    });
  }

  /** Whether a call would be admitted now. Lets callers avoid spending budget on a call that would not. */
  admits(merchant: string, name: CircuitName): boolean {
    const { policy, openedAt } = this.circuitOf(merchant, name);
    if (policy.state === CircuitState.HalfOpen) return false;
    return policy.state !== CircuitState.Open || performance.now() - openedAt >= HALF_OPEN_AFTER_MS;
  }

  /** How many calls would be admitted now. This is one while the provider is being probed. */
  room(merchant: string, name: CircuitName): number {
    if (!this.admits(merchant, name)) return 0;
    return this.circuitOf(merchant, name).policy.state === CircuitState.Closed ? Infinity : 1;
  }

  /**
   * Runs the call and counts its result. While the circuit is open, returns `not_sent` with `circuit_open` and does not
   * run the call.
   *
   * While one call probes a recovering provider, no other call is admitted: cockatiel would queue it behind the probe,
   * and a payer would wait for someone else's entire deadline.
   */
  async run(merchant: string, name: CircuitName, call: () => Promise<Exchange>): Promise<Exchange> {
    const { policy } = this.circuitOf(merchant, name);
    if (policy.state === CircuitState.HalfOpen) return OPEN[name];
    try {
      return await policy.execute(async () => {
        const exchange = await call();
        if (this.saysNothing(name, exchange)) throw new Uncounted(exchange);
        return exchange;
      });
    } catch (error) {
      if (error instanceof Uncounted) return error.exchange;
      if (isBrokenCircuitError(error)) return OPEN[name];
      throw error;
    }
  }

  refusalOf(name: CircuitName): Exchange {
    return OPEN[name];
  }

  /** Only an answer from the provider itself proves anything about credentials. */
  private saysNothing(name: CircuitName, exchange: Exchange): boolean {
    if (name !== 'credentials') return saysNothing(exchange);
    return exchange.kind !== 'answered' || (isFailure(exchange) && !this.refusesCredentials(exchange));
  }

  private refusesCredentials(exchange: Exchange): boolean {
    if (exchange.kind !== 'answered' || !exchange.body.ok || asJsonObject(exchange.body.value) === null) return false;
    return this.profile.credentialRefusalStatuses.includes(exchange.status);
  }

  private countOpen(name: CircuitName): number {
    const circuits = [...this.#circuits.values()];
    return circuits.filter((circuit) => circuit.name === name && circuit.policy.state !== CircuitState.Closed).length;
  }

  private circuitOf(merchant: string, name: CircuitName): Circuit {
    const key = `${name} ${merchant}`;
    const known = this.#circuits.get(key);
    if (known && !isStuck(known)) return known;
    const isOfCredentials = name === 'credentials';
    const counts = (exchange: Exchange) => (isOfCredentials ? this.refusesCredentials(exchange) : isFailure(exchange));
    const policy = circuitBreaker(
      handleWhenResult((result) => counts(result as Exchange)),
      {
        halfOpenAfter: HALF_OPEN_AFTER_MS,
        breaker: new ConsecutiveBreaker(isOfCredentials ? REFUSALS_TO_OPEN : FAILURES_TO_OPEN),
      },
    );
    const circuit: Circuit = { name, policy, openedAt: 0 };
    policy.onBreak(() => {
      circuit.openedAt = performance.now();
    });
    this.#circuits.set(key, circuit);
    return circuit;
  }
}

/**
 * Whether an exchange indicates an unhealthy provider. Refusals and other 4xx answers do not: the provider is
 * answering, and one bad token or odd order must not block a whole merchant account.
 */
export function isFailure(exchange: Exchange): boolean {
  if (exchange.kind === 'lost') return true;
  if (exchange.kind === 'not_sent') return !saysNothing(exchange);
  if (exchange.status >= 200 && exchange.status <= 299) return !exchange.body.ok;
  return exchange.status < 400 || exchange.status >= 500 || OVERLOAD_STATUSES.has(exchange.status);
}

// A request that could not be written, or never got a connection from our pool, did not reach the provider. Counting it
// as a success would hide a provider that hangs and occupies every connection.
function saysNothing(exchange: Exchange): boolean {
  return exchange.kind === 'not_sent' && (exchange.reason === 'request_unsendable' || isOwnReason(exchange.reason));
}

// Cockatiel uses the wall clock, so setting it back by a day would keep a circuit open for that day. Being open for
// twice the delay by the monotonic clock means that this happened, or that there were no calls; a fresh circuit handles
// both.
function isStuck({ policy, openedAt }: Circuit): boolean {
  return policy.state === CircuitState.Open && performance.now() - openedAt > 2 * HALF_OPEN_AFTER_MS;
}
