import { besideBusyProcesses } from './busy-processes.js';
import { askTimes, type RoundFigures } from './load-round.js';
import type { ProcessorClock, ProcessorTime } from './processor-clock.js';
import type { RequestPlan } from './request-plan.js';

export interface Contest {
  readonly purser: RequestPlan;
  readonly bare: RequestPlan;
}

/** A round, and the processor time per request; null if the system does not report it. */
export interface MeasuredRound extends RoundFigures {
  readonly processor: ProcessorTime | null;
}

/** Two rounds that ran back to back, so under conditions that are as equal as the machine allows. */
export interface RoundPair {
  readonly purser: MeasuredRound;
  readonly bare: MeasuredRound;
}

// V8 keeps optimising GraphQL's execution for some thousand requests. A serving process is past that after seconds.
const WARM_UP_REQUESTS = 3_000;

/** A contest, the processes that answer it, and how many others keep the cores busy meanwhile. */
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
 * Sends uncounted requests, which compile hot code and fill the caches. Counts requests, not seconds, so that both are
 * equally warm on a busy machine.
 */
export async function warmUp({ purser, bare }: Contest): Promise<void> {
  for (const plan of [purser, bare]) await askTimes(plan, WARM_UP_REQUESTS);
}

/**
 * Runs a pair of rounds of each match in turns, and both contenders of a match in turns. The first contender changes
 * from pair to pair: tables grow and machines drift, so neither may always be the later one.
 * @returns the pairs of each match
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
