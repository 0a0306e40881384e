import { availableParallelism } from 'node:os';
import { besideBusyProcesses } from '../load/busy-processes.js';
import { askTimes } from '../load/load-round.js';
import { type Contest, type Match, runPairs } from '../load/paired-rounds.js';
import { ProcessorClock } from '../load/processor-clock.js';
import { summarize } from '../report/rounds-summary.js';
import { type Path, SCENARIOS } from '../scenarios/paths.js';
import type { Stage } from '../stage/bench-stage.js';

// Each contender's round takes about a tenth of a second, so a slowdown of a few seconds affects both contenders.
const REQUESTS: Readonly<Record<Path, number>> = { list: 96, create: 48, payout: 32, webhook: 192 };

// A number of rounds, not of seconds, so that a server is equally warm on a busy machine.
const WARM_UP_ROUNDS = 15;

// With this many pairs, the median varies by 3 % between measurements. A single pair varies by 15 %.
const PAIRS = 30;

// Few connections, to measure the work rather than the contention: with 16 concurrent requests, each spends half of its
// time in PostgreSQL waiting for locks.
const CONNECTIONS = 4;

// A process that waits for a core loses its cache lines, and Purser, being larger, loses more of them: on a busy
// machine its page of orders costs a fifth more, relative to the bare server. Keeping all cores busy makes measurements
// on idle and busy machines comparable.
const BUSY_PROCESSES = availableParallelism();

/**
 * Measures Purser's processor time per request divided by the bare server's. Starts both for each measurement, because
 * compiled code and memory layout differ from start to start and shift all rounds.
 * @throws Error if a contender fails, or the system does not report processor time
 */
export async function measureCost(stage: Stage, path: Path): Promise<number> {
  const scenario = SCENARIOS[path];
  const purser = await stage.startPurser();
  const bare = await stage.startBare();
  try {
    const { operatorKey } = stage;
    const contenders = scenario.contest({ purser, bare, operatorKey });
    await scenario.proveSameWork(stage, contenders);
    const match = { contest: contenders, pids: { purser: purser.pid, bare: bare.pid }, busy: 0 };
    const clock = new ProcessorClock(stage.database);
    return await besideBusyProcesses(BUSY_PROCESSES, () => costOf(match, path, clock));
  } finally {
    await bare.stop();
    await purser.stop();
  }
}

async function costOf(match: Match, path: Path, clock: ProcessorClock): Promise<number> {
  const requests = REQUESTS[path];
  const { purser, bare } = match.contest;
  for (const plan of [purser, bare]) await askTimes(plan, requests * WARM_UP_ROUNDS, CONNECTIONS);
  const load = (plan: Contest['purser']): ReturnType<typeof askTimes> => askTimes(plan, requests, CONNECTIONS);
  const [pairs = []] = await runPairs([match], { clock, rounds: PAIRS, load });
  const { cost } = summarize(pairs);
  if (!cost) throw new Error('Only Linux tells the processor time of other processes.');
  return cost.median;
}
