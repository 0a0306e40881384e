import { availableParallelism } from 'node:os';
import { besideBusyProcesses } from '../load/busy-processes.js';
import { askTimes } from '../load/load-round.js';
import { type Contest, type Match, runPairs } from '../load/paired-rounds.js';
import { ProcessorClock } from '../load/processor-clock.js';
import { summarize } from '../report/rounds-summary.js';
import { type Path, SCENARIOS } from '../scenarios/paths.js';
import type { Stage } from '../stage/bench-stage.js';

// A round of each contender takes about a tenth of a second, so a slowdown of some seconds affects both.
const REQUESTS: Readonly<Record<Path, number>> = { list: 96, create: 48, payout: 32, webhook: 192 };

// Counts requests, not seconds, so that a server is equally warm on a busy machine.
const WARM_UP_ROUNDS = 15;

// The median varies by 3 %, single pairs by 15 %.
const PAIRS = 30;

// Few, to measure the work and not the contention: of 16 concurrent requests, each spends half its time in PostgreSQL
// waiting for locks.
const CONNECTIONS = 4;

// A process that waits for a core loses its cache lines, and Purser, being larger, loses more: on a busy machine its
// page of orders costs a fifth more against the bare server. This makes idle machines comparable with busy ones.
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
