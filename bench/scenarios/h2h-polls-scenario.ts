import { setTimeout as delay } from 'node:timers/promises';
import { pollBare } from '../bare/h2h-polls.js';
import { type Lateness, POLL_EVERY_SECONDS, type PollsSeen } from '../provider/h2h-poll-log.js';
import { median, type Spread, spreadOf } from '../../test/rig/report/spread.js';
import type { Stage, StageDatabase } from '../stage/bench-stage.js';
import {
  countDue,
  countPolled,
  listPolledOrders,
  makeDue,
  seedH2hSessions,
  SESSIONS,
} from '../stage/h2h-sessions-seed.js';

/** Polls of open verifications, each of which is due every five seconds. */
export interface SteadyFigures {
  readonly pollsPerSecond: number;
  /** Null if no session was polled twice. */
  readonly lateness: Lateness | null;
  /** Number of sessions that are due and not yet claimed at the start of the measurement. */
  readonly dueBefore: number;
  readonly dueAfter: number;
}

/** Polls per second if all sessions are due at the same time. */
export interface BurstFigures {
  readonly purser: number;
  readonly bare: number;
  /** Purser's rate divided by the bare loop's, pair by pair. */
  readonly ratio: Spread;
}

export interface H2hPollFigures {
  readonly steady: SteadyFigures;
  readonly burst: BurstFigures;
}

export const POLLS_DUE = SESSIONS / POLL_EVERY_SECONDS;

// A poll is due one interval after the previous poll was made, so lateness adds up: if each poll is a quarter of a
// second late, there is one poll in twenty fewer.
export const PACE_TARGET = 0.95 * POLLS_DUE;

/** Share of the bare loop's rate that Purser should reach. */
export const BURST_TARGET = 0.5;

// After one interval, every session has been polled once and V8 has compiled the hot code.
const WARM_UP_MS = POLL_EVERY_SECONDS * 1_000;

// Longer than the scenario, so that no session comes due twice in a burst.
const ONCE_SECONDS = 3_600;

const LOOK_MS = 50;

// Enough for a burst at a tenth of the target rate.
const LONGEST_BURST_MS = 50_000;

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
  // Started first, because it creates the tables.
  const poller = await stage.startPoller(database.url, ONCE_SECONDS);
  await seedH2hSessions(database.pool);
  const ids = await listPolledOrders(database.pool);
  // These bursts warm up and are not counted.
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

/** Returns polls per second from the moment all sessions are due until the last poll. */
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
