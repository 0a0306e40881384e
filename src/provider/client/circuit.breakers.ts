import { Injectable } from '@nestjs/common';
import {
  CircuitState,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Exchange } from './http.call.js';

// One failure is the network; five in a row, with no success between them, is the provider.
const FAILURES_TO_OPEN = 5;

// Shorter than the first check of an order, so that a payer's order is looked at on time after a short outage.
const HALF_OPEN_AFTER_MS = 10_000;

// Too slow, too early, too many: 4xx by number, and yet the provider asking us to stop for a while.
const OVERLOAD_STATUSES = new Set([408, 425, 429]);

const CIRCUIT_OPEN: Exchange = { kind: 'not_sent', reason: 'circuit_open' };

interface Circuit {
  readonly policy: CircuitBreakerPolicy;
  /** `performance.now()` of the last opening. */
  openedAt: number;
}

/**
 * Stops calling a provider that does not answer, for one merchant at a time: an account whose calls make the provider
 * fail must not stop the others, and in a real outage every account's circuit opens after five calls of its own.
 * There are as many circuits as merchant accounts, and each replica has its own.
 */
@Injectable()
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>();

  /** Whether a call would be let through now; used to spend no budget on one that would not. */
  admits(merchant: string): boolean {
    const { policy, openedAt } = this.circuitOf(merchant);
    if (policy.state === CircuitState.HalfOpen) return false;
    return policy.state !== CircuitState.Open || performance.now() - openedAt >= HALF_OPEN_AFTER_MS;
  }

  /**
   * Runs the call and counts its result; `not_sent` for `circuit_open` without running it while the circuit is open.
   *
   * While one call probes a recovering provider no other is let through: cockatiel would make it wait for the probe,
   * and a payer would wait for a whole deadline of somebody else.
   */
  async run(merchant: string, call: () => Promise<Exchange>): Promise<Exchange> {
    const { policy } = this.circuitOf(merchant);
    if (policy.state === CircuitState.HalfOpen) return CIRCUIT_OPEN;
    try {
      return await policy.execute(call);
    } catch (error) {
      if (isBrokenCircuitError(error)) return CIRCUIT_OPEN;
      throw error;
    }
  }

  private circuitOf(merchant: string): Circuit {
    const known = this.#circuits.get(merchant);
    if (known && !isStuck(known)) return known;
    const policy = circuitBreaker(
      handleWhenResult((result) => isFailure(result as Exchange)),
      { halfOpenAfter: HALF_OPEN_AFTER_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
    );
    const circuit: Circuit = { policy, openedAt: 0 };
    policy.onBreak(() => {
      circuit.openedAt = performance.now();
    });
    this.#circuits.set(merchant, circuit);
    return circuit;
  }
}

/**
 * Whether an exchange speaks against the provider's health. Refusals and other 4xx do not: the provider answers, and
 * one bad token or one odd order must not keep a merchant from the rest.
 */
export function isFailure(exchange: Exchange): boolean {
  if (exchange.kind === 'lost') return true;
  if (exchange.kind === 'not_sent') return exchange.reason !== 'request_unsendable';
  if (exchange.status >= 200 && exchange.status <= 299) return !exchange.body.ok;
  return exchange.status < 400 || exchange.status >= 500 || OVERLOAD_STATUSES.has(exchange.status);
}

// Cockatiel measures by the wall clock: set back by a day, it would keep an open circuit open for that day. Twice the
// time by the monotonic clock means that has happened, or that nobody called; a fresh circuit serves both.
function isStuck({ policy, openedAt }: Circuit): boolean {
  return policy.state === CircuitState.Open && performance.now() - openedAt > 2 * HALF_OPEN_AFTER_MS;
}
