import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { RequestPlan } from './request-plan.js';

export interface RoundFigures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds, whole ones. */
  readonly p99: number;
}

// More than the 10 database connections of either server, so that neither waits for work, and few enough that two cores
// are busy with answering rather than with switching.
const CONNECTIONS = 16;

// Purser ends a connection after 1,000 requests, and autocannon would go on asking on it.
const REQUESTS_A_CONNECTION = 900;

// Short against a round of seconds, so that a round lasts as long as it was asked to.
const LOOK_MS = 100;

// A load that time bounds ends by closing its connections, and the servers finish what they had begun: at most 16
// requests of some milliseconds, which must not run into the next round.
const SETTLE_MS = 250;

/**
 * Loads one contender for some seconds.
 * @throws Error when any answer was not a right one: the speed of failing is worth nothing.
 */
export async function runRound(plan: RequestPlan, seconds: number): Promise<RoundFigures> {
  const figures = await load(plan, { duration: seconds });
  await delay(SETTLE_MS);
  return figures;
}

/**
 * Loads one contender with so many requests.
 * @throws Error when any answer was not a right one
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
