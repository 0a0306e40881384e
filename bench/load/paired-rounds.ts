import { type RoundFigures, runRound } from './load-round.js';
import type { RequestPlan } from './request-plan.js';

export interface Contest {
  readonly purser: RequestPlan;
  readonly bare: RequestPlan;
}

/** Two rounds that ran one after the other, and so under the same conditions as far as the machine allows. */
export interface RoundPair {
  readonly purser: RoundFigures;
  readonly bare: RoundFigures;
}

// V8 goes on optimising GraphQL's execution for some thousand requests; a process that serves is past that after
// seconds.
const WARM_UP_REQUESTS = 3_000;

// A slow scenario is taken as warm after this many rounds, or the bench would last too long. At 30 payouts a second
// that is a thousand of them, from where on one takes two thirds of the processor time that it took at first.
const WARM_UP_ROUNDS = 12;

/**
 * Runs both contenders in turns, after rounds that are not counted: they compile what is hot and fill the caches.
 * Who begins changes from pair to pair, because tables grow and machines drift: neither is always the later one.
 */
export async function runPairs(
  { purser, bare }: Contest,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<RoundPair[]> {
  await warmUp(purser, seconds);
  await warmUp(bare, seconds);
  const pairs: RoundPair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await runRound(purser, seconds);
      pairs.push({ purser: first, bare: await runRound(bare, seconds) });
    } else {
      const first = await runRound(bare, seconds);
      pairs.push({ bare: first, purser: await runRound(purser, seconds) });
    }
  }
  return pairs;
}

async function warmUp(plan: RequestPlan, seconds: number): Promise<void> {
  let requests = 0;
  for (let round = 0; round < WARM_UP_ROUNDS && requests < WARM_UP_REQUESTS; round += 1) {
    requests += (await runRound(plan, seconds)).requestsPerSecond * seconds;
  }
}
