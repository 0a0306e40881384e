import { type RoundFigures, runRound } from './load-round.js';
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

// A slow scenario counts as warm after this many rounds, or the bench would take too long. At 30 payouts a second that
// is a thousand payouts, after which one takes two thirds of the processor time of the first.
const WARM_UP_ROUNDS = 12;

export interface RoundOptions {
  readonly rounds: number;
  readonly load: (plan: RequestPlan) => Promise<RoundFigures>;
  readonly clock: ProcessorClock;
  readonly pids: Readonly<Record<keyof Contest, number>>;
}

/** Runs uncounted rounds, which compile hot code and fill the caches. */
export async function warmUp({ purser, bare }: Contest, seconds: number): Promise<void> {
  for (const plan of [purser, bare]) {
    let requests = 0;
    for (let round = 0; round < WARM_UP_ROUNDS && requests < WARM_UP_REQUESTS; round += 1) {
      requests += (await runRound(plan, seconds)).requests;
    }
  }
}

/**
 * Runs both contenders in turns. The first one changes from pair to pair: tables grow and machines drift, so neither
 * may always be the later one.
 */
export async function runPairs(contest: Contest, { rounds, load, clock, pids }: RoundOptions): Promise<RoundPair[]> {
  const round = async (contender: keyof Contest): Promise<MeasuredRound> => {
    const before = await clock.read(pids[contender]);
    const figures = await load(contest[contender]);
    return { ...figures, processor: timePerRequest(before, await clock.read(pids[contender]), figures.requests) };
  };
  const pairs: RoundPair[] = [];
  while (pairs.length < rounds) {
    if (pairs.length % 2 === 0) {
      const first = await round('purser');
      pairs.push({ purser: first, bare: await round('bare') });
    } else {
      const first = await round('bare');
      pairs.push({ bare: first, purser: await round('purser') });
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
