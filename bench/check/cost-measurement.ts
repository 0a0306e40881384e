import { askTimes } from '../load/load-round.js';
import { type Contest, runPairs } from '../load/paired-rounds.js';
import { ProcessorClock } from '../load/processor-clock.js';
import { summarize } from '../report/rounds-summary.js';
import { type Path, SCENARIOS } from '../scenarios/paths.js';
import type { Stage } from '../stage/bench-stage.js';
import { besideBusyProcesses } from './busy-processes.js';

// Each contender works for about a tenth of a second in a round: short, so that whatever slows a machine down for
// seconds slows both.
const REQUESTS: Readonly<Record<Path, number>> = { list: 96, create: 48, payout: 32, webhook: 192 };

// Requests are counted and not seconds: a server that has answered as many is as warm, on a busy machine too.
const WARM_UP_ROUNDS = 15;

// The median of as many lies within 3 % where single pairs lie 15 % apart.
const PAIRS = 30;

// Few, so that what is measured is the work and not the crowd: beside 16 requests one spends half its time in
// PostgreSQL on waiting for locks, and each load of the machine makes another crowd.
const CONNECTIONS = 4;

/**
 * Measures Purser's processor time a request over the bare server's. Both are started for it: how a process compiles its
 * code and lays out its memory differs from start to start, and moves all of its rounds.
 *
 * @throws Error when a contender fails, or the system does not tell
 */
export async function measureCost(stage: Stage, path: Path): Promise<number> {
  const scenario = SCENARIOS[path];
  const purser = await stage.startPurser();
  const bare = await stage.startBare();
  try {
    const { operatorKey } = stage;
    const contenders = scenario.contest({ purser, bare, operatorKey });
    await scenario.proveSameWork(stage, contenders);
    const measured = {
      clock: new ProcessorClock(stage.database),
      pids: { purser: purser.pid, bare: bare.pid },
    };
    return await besideBusyProcesses(() => costOf(contenders, path, measured));
  } finally {
    await bare.stop();
    await purser.stop();
  }
}

async function costOf(
  contest: Contest,
  path: Path,
  measured: { readonly clock: ProcessorClock; readonly pids: Readonly<Record<keyof Contest, number>> },
): Promise<number> {
  const requests = REQUESTS[path];
  for (const plan of [contest.purser, contest.bare]) await askTimes(plan, requests * WARM_UP_ROUNDS, CONNECTIONS);
  const load = (plan: Contest['purser']): ReturnType<typeof askTimes> => askTimes(plan, requests, CONNECTIONS);
  const { cost } = summarize(await runPairs(contest, { ...measured, rounds: PAIRS, load }));
  if (!cost) throw new Error('Only Linux tells the processor time of other processes.');
  return cost.median;
}
