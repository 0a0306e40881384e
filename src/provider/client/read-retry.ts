import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange } from './exchange/http-call.js';

// Two retries bridge a restart or a dropped connection; whatever lasts longer is the next scheduled check's business.
const MAX_RETRIES = 2;

// Half to all of 200 ms, then of 400 ms: the random part keeps replicas that failed together from returning together.
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 400;

// A provider that asks for more is left alone until the next scheduled check.
const LONGEST_RETRY_AFTER_SECONDS = 5;

/**
 * Runs a read, again after a passing failure, until it is answered, its retries are used up, or the time to the
 * deadline is too short for another. For reads only: nothing else may be sent twice.
 *
 * @param answerBefore the deadline of the whole, as an instant of `performance.now()`
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

/** Whether the same read may well succeed a moment later. */
function isPassing(exchange: Exchange): boolean {
  if (exchange.kind === 'lost') return exchange.reason === 'connection_lost';
  if (exchange.kind === 'not_sent') return exchange.reason === 'connect_failure' || exchange.reason === 'dns_failure';
  if ((exchange.retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return false;
  return exchange.status === 408 || exchange.status === 429 || exchange.status >= 500;
}

function askedDelayMs(exchange: Exchange): number {
  return exchange.kind === 'answered' ? (exchange.retryAfterSeconds ?? 0) * 1_000 : 0;
}
