import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange } from './exchange/http-call.js';

// Two retries are enough for a restart or a dropped connection. Longer outages are left to the next scheduled poll.
const MAX_RETRIES = 2;

// The delay is half to all of 200 ms, then of 400 ms: the random part keeps replicas that failed together from retrying
// together.
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 400;

// If the provider asks for a longer wait, give up; the next scheduled poll tries again.
const LONGEST_RETRY_AFTER_SECONDS = 5;

/**
 * Runs a read and retries temporary failures until there is an answer, the retries are used up, or the deadline is too
 * close. Only for reads: nothing else may be sent twice.
 * @param answerBefore deadline for all tries, by `performance.now()`
 */
export async function retryRead(answerBefore: number, attempt: () => Promise<Exchange>): Promise<Exchange> {
  for (let retries = 0; ; retries += 1) {
    const exchange = await attempt();
    if (retries === MAX_RETRIES || !isPassing(exchange)) return exchange;
    const askedMs = askedDelayMs(exchange);
    if (performance.now() + Math.max(LONGEST_DELAY_MS, askedMs) >= answerBefore) return exchange;
    const step = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retries);
    await delay(Math.max(askedMs, step * (0.5 + Math.random() / 2)));
  }
}

function isPassing(exchange: Exchange): boolean {
  if (exchange.kind === 'lost') return exchange.reason === 'connection_lost';
  if (exchange.kind === 'not_sent') return exchange.reason === 'connect_failure' || exchange.reason === 'dns_failure';
  if ((exchange.retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return false;
  return exchange.status === 408 || exchange.status === 429 || exchange.status >= 500;
}

function askedDelayMs(exchange: Exchange): number {
  return exchange.kind === 'answered' ? (exchange.retryAfterSeconds ?? 0) * 1_000 : 0;
}
