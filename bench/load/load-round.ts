import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { RequestPlan } from './request-plan.js';

export interface RoundFigures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Whole milliseconds. */
  readonly p99: number;
}

// More than the 10 database connections of either server, so that neither idles, and few enough that two cores spend
// their time answering rather than switching.
const CONNECTIONS = 16;

// Fewer than the 1,000 requests after which Purser closes a connection: autocannon would keep sending on a closed one.
const REQUESTS_A_CONNECTION = 900;

// Short compared with a round, which takes seconds, so that the round hardly exceeds its duration.
const LOOK_MS = 100;

// A load with a time limit ends by closing its connections, while the servers still finish up to 16 requests of a few
// milliseconds each. This pause keeps them out of the next round.
const SETTLE_MS = 250;

/**
 * Loads one contender for this number of seconds.
 * @throws Error if any answer was wrong, because the speed of failures is meaningless
 */
export async function runRound(plan: RequestPlan, seconds: number): Promise<RoundFigures> {
  const figures = await load(plan, { duration: seconds });
  await delay(SETTLE_MS);
  return figures;
}

/**
 * Loads one contender with this number of requests.
 * @throws Error if any answer was wrong
 */
export async function askTimes(plan: RequestPlan, amount: number, connections = CONNECTIONS): Promise<RoundFigures> {
  return await load(plan, { amount, connections });
}

async function load(
  plan: RequestPlan,
  bound: { readonly duration: number } | { readonly amount: number; readonly connections: number },
): Promise<RoundFigures> {
  let wrongAnswer: string | undefined;
  const result = await autocannon({
    connections: CONNECTIONS,
    ...bound,
    url: plan.url,
    method: plan.method,
    headers: plan.headers,
    reconnectRate: REQUESTS_A_CONNECTION,
    sampleInt: LOOK_MS,
    requests: [{ setupRequest: (request) => ({ ...request, body: plan.nextBody() }) }],
    verifyBody: (body) => {
      if (plan.isRight(body)) return true;
      wrongAnswer ??= body;
      return false;
    },
  });
  const { errors, timeouts, mismatches, non2xx } = result;
  if (errors + timeouts + mismatches + non2xx > 0) {
    throw new Error(
      `Requests to ${plan.url} failed, so their speed means nothing: ${non2xx} without a 2xx status, ` +
        `${mismatches} with a wrong answer, ${errors} connection errors, ${timeouts} of them timeouts.` +
        (wrongAnswer === undefined ? '' : `\nThe first wrong answer: ${wrongAnswer.slice(0, 500)}`),
    );
  }
  const { total: requests } = result.requests;
  return { requests, requestsPerSecond: requests / result.duration, p99: result.latency.p99 };
}
