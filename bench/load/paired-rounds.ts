import { besideBusyProcesses } from './busy-processes.js';
import { askTimes, type RoundFigures } from './load-round.js';
import type { ProcessorClock, ProcessorTime } from './processor-clock.js';
import type { RequestPlan } from './request-plan.js';

export interface Contest {
  readonly purser: RequestPlan;
  readonly bare: RequestPlan;
}

/** A round with its processor time per request, which is null if the system does not report it. */
export interface MeasuredRound extends RoundFigures {
  readonly processor: ProcessorTime | null;
}

/** Two rounds that ran back to back, so that conditions were as equal as the machine allows. */
export interface RoundPair {
  readonly purser: MeasuredRound;
  readonly bare: MeasuredRound;
}

// V8 goes on optimising the GraphQL code for a few thousand requests, which a process in production serves within
// seconds.
const WARM_UP_REQUESTS = 3_000;

/** A contest, the process ids of its contenders, and the number of other processes that keep the cores busy. */
export interface Match {
  readonly contest: Contest;
  readonly pids: Readonly<Record<keyof Contest, number>>;
  readonly busy: number;
}

export interface RoundOptions {
  readonly rounds: number;
  readonly load: (plan: RequestPlan) => Promise<RoundFigures>;
  readonly clock: ProcessorClock;
}

/**
 * Sends requests that are not measured, so that hot code is compiled and caches are filled. Sends a fixed number of
 * requests, so that both contenders are equally warm even on a busy machine.
 */
export async function warmUp({ purser, bare }: Contest): Promise<void> {
  for (const plan of [purser, bare]) await askTimes(plan, WARM_UP_REQUESTS);
}

/**
 * Alternates between the matches, and between the contenders of a match. Which contender goes first changes from pair
 * to pair, because tables grow and machines drift, so going second could be a disadvantage.
 * @returns the pairs for each match
 */
export async function runPairs(
  matches: readonly Match[],
  { rounds, load, clock }: RoundOptions,
): Promise<RoundPair[][]> {
  const measure = async ({ contest, pids }: Match, contender: keyof Contest): Promise<MeasuredRound> => {
    const before = await clock.read(pids[contender]);
    const figures = await load(contest[contender]);
    return { ...figures, processor: timePerRequest(before, await clock.read(pids[contender]), figures.requests) };
  };
  const pairs = matches.map((): RoundPair[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, match] of matches.entries()) {
      const pair = await besideBusyProcesses(match.busy, async () => {
        if (round % 2 === 0) {
          const first = await measure(match, 'purser');
          return { purser: first, bare: await measure(match, 'bare') };
        }
        const first = await measure(match, 'bare');
        return { bare: first, purser: await measure(match, 'purser') };
      });
      pairs[index]?.push(pair);
    }
  }
  return pairs;
}

function timePerRequest(
  before: ProcessorTime | null,
  after: ProcessorTime | null,
  requests: number,
): ProcessorTime | null {
  if (!before || !after) return null;
  return { node: (after.node - before.node) / requests, postgres: (after.postgres - before.postgres) / requests };
}
