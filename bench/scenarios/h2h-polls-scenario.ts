import { setTimeout as delay } from 'node:timers/promises';
import { pollBare } from '../bare/h2h-polls.js';
import { type Lateness, POLL_EVERY_SECONDS, type PollsSeen } from '../provider/h2h-poll-log.js';
import { median, type Spread, spreadOf } from '../report/spread.js';
import type { Stage, StageDatabase } from '../stage/bench-stage.js';
import {
  countDue,
  countPolled,
  listPolledOrders,
  makeDue,
  seedH2hSessions,
  SESSIONS,
} from '../stage/h2h-sessions-seed.js';

/** How open verifications are polled when each is due every five seconds. */
export interface SteadyFigures {
  readonly pollsPerSecond: number;
  /** Null when it fell so far behind that nothing was polled a second time. */
  readonly lateness: Lateness | null;
  /** Sessions due and not yet begun with, when the measuring began and when it ended. */
  readonly dueBefore: number;
  readonly dueAfter: number;
}

/** How fast they are polled when all are due at once. Polls a second. */
export interface BurstFigures {
  readonly purser: number;
  readonly bare: number;
  /** Purser's over the bare loop's, pair by pair. */
  readonly ratio: Spread;
}

export interface H2hPollFigures {
  readonly steady: SteadyFigures;
  readonly burst: BurstFigures;
}

/** Polls that are due each second. */
export const POLLS_DUE = SESSIONS / POLL_EVERY_SECONDS;

// A poll is due an interval after the one before it was made, so what comes late is not made up: a quarter of a second
// late, one in twenty of the polls is not made.
export const PACE_TARGET = 0.95 * POLLS_DUE;

/** The part of the bare loop's polls a second that Purser should reach. */
export const BURST_TARGET = 0.5;

// One interval: every session was polled once by then, and V8 has compiled what is hot.
const WARM_UP_MS = POLL_EVERY_SECONDS * 1_000;

// Longer than the whole scenario takes: in a burst nothing comes due a second time.
const ONCE_SECONDS = 3_600;

const LOOK_MS = 50;

// A burst of a tenth of the target's speed.
const LONGEST_BURST_MS = 50_000;

/** Measures the polls of 10,000 open verifications by one process that does nothing else. */
export async function measureH2hPolls(
  stage: Stage,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<H2hPollFigures> {
  const database = await stage.createDatabase('h2h_polls');
  const burst = await measureBursts(stage, database, rounds);
  const steady = await measureSteady(stage, database, seconds);
  return { steady, burst };
}

async function measureBursts(stage: Stage, database: StageDatabase, rounds: number): Promise<BurstFigures> {
  // First, since it makes the tables.
  const poller = await stage.startPoller(database.url, ONCE_SECONDS);
  await seedH2hSessions(database.pool);
  const ids = await listPolledOrders(database.pool);
  // Not counted: they compile what is hot.
  await burst(stage, database);
  await pollBare(stage.providerUrl, ids);
  const pairs: { readonly purser: number; readonly bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const purser = await burst(stage, database);
    pairs.push({ purser, bare: await pollBare(stage.providerUrl, ids) });
  }
  await poller.stop();
  return {
    purser: median(pairs.map(({ purser }) => purser)),
    bare: median(pairs.map(({ bare }) => bare)),
    ratio: spreadOf(pairs.map(({ purser, bare }) => purser / bare)),
  };
}

/** Polls a second, from when all sessions are due until the last was asked about. */
async function burst({ providerUrl }: Stage, { pool }: StageDatabase): Promise<number> {
  await forgetPolls(providerUrl);
  await makeDue(pool, { withinSeconds: 0 });
  const startedAt = Date.now();
  const seen = await until('every session is polled', async () => {
    const polls = await readPolls(providerUrl);
    return polls.orders === SESSIONS ? polls : null;
  });
  await until('every poll is written', async () => ((await countPolled(pool)) === SESSIONS ? true : null));
  const { polls } = await readPolls(providerUrl);
  if (polls !== SESSIONS) throw new Error(`${SESSIONS} sessions were polled ${polls} times.`);
  return SESSIONS / ((seen.lastAt - startedAt) / 1_000);
}

async function measureSteady(stage: Stage, { url, pool }: StageDatabase, seconds: number): Promise<SteadyFigures> {
  const { providerUrl } = stage;
  const poller = await stage.startPoller(url, POLL_EVERY_SECONDS);
  await forgetPolls(providerUrl);
  await makeDue(pool, { withinSeconds: POLL_EVERY_SECONDS });
  await delay(WARM_UP_MS);
  const from = Date.now();
  const dueBefore = await countDue(pool);
  await delay(seconds * 1_000);
  const to = Date.now();
  const dueAfter = await countDue(pool);
  const { polls, lateness } = await readPolls(providerUrl, `?from=${from}&to=${to}`);
  await poller.stop();
  return { pollsPerSecond: polls / ((to - from) / 1_000), lateness, dueBefore, dueAfter };
}

async function readPolls(providerUrl: string, between = ''): Promise<PollsSeen> {
  const response = await fetch(`${providerUrl}/h2h-polls${between}`);
  return (await response.json()) as PollsSeen;
}

async function forgetPolls(providerUrl: string): Promise<void> {
  const response = await fetch(`${providerUrl}/h2h-polls`, { method: 'DELETE' });
  await response.arrayBuffer();
}

async function until<Found>(what: string, probe: () => Promise<Found | null>): Promise<Found> {
  const giveUpAt = performance.now() + LONGEST_BURST_MS;
  while (performance.now() < giveUpAt) {
    const found = await probe();
    if (found !== null) return found;
    await delay(LOOK_MS);
  }
  throw new Error(`It did not happen in time: ${what}.`);
}
