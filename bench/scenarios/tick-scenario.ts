import { z } from 'zod';
import { median, type Spread, spreadOf } from '../../test/rig/report/spread.js';
import type { Contender, Stage, StageDatabase } from '../stage/bench-stage.js';
import { seededKey, seedPayouts } from '../stage/payouts-seed.js';

/** The time that a tick takes for 100 due payouts, in a small table and in one with ten times as many rows. */
export interface TickFigures {
  readonly medians: ReadonlyMap<number, number>;
  /** The larger table's time divided by the smaller one's, pair by pair. */
  readonly ratio: Spread;
}

/** How many times as long a tick may take in a table with ten times as many rows. */
export const GROWTH_TARGET = 1.3;

const SMALL = 100_000;
const LARGE = 1_000_000;

// Due payouts per tick: five batches, so a tick makes five claims and a sixth that finds nothing.
export const DUE = 100;

// A tick takes a few tenths of a second, so any disturbance shows. The median of five ticks is stable.
const TICKS_A_ROUND = 5;

// Ten ticks poll a thousand payouts, after which V8 has compiled the hot code.
const WARM_UP_TICKS = 10;

interface Table {
  readonly rows: number;
  readonly database: StageDatabase;
  readonly tick: Contender;
  /** Number of ticks so far. Every tick gets fresh payouts. */
  ticks: number;
}

interface TickPair {
  readonly small: number;
  readonly large: number;
}

const answer = z.object({ milliseconds: z.number() });

/** Measures the tick that polls payouts, alternating between two tables. */
export async function measureTick(stage: Stage, rounds: number): Promise<TickFigures> {
  const [small, large] = await Promise.all([openTable(stage, SMALL), openTable(stage, LARGE)]);
  for (let tick = 0; tick < WARM_UP_TICKS; tick += 1) await timePair(small, large, tick);
  const pairs: TickPair[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push(await runRound(small, large));
  return {
    medians: new Map([
      [SMALL, median(pairs.map((pair) => pair.small))],
      [LARGE, median(pairs.map((pair) => pair.large))],
    ]),
    ratio: spreadOf(pairs.map((pair) => pair.large / pair.small)),
  };
}

async function openTable(stage: Stage, rows: number): Promise<Table> {
  const database = await stage.createDatabase(`payouts_${rows}`);
  // Started first, because it creates the tables.
  const tick = await stage.startTick(database.url);
  await seedPayouts(database.pool, rows);
  // Without this checkpoint, the first ticks would compete for the disk with the writes of the seeding.
  await database.pool.query('CHECKPOINT');
  return { rows, database, tick, ticks: 0 };
}

/** Alternates between the tables, so that a slow machine slows both. */
async function runRound(small: Table, large: Table): Promise<TickPair> {
  const pairs: TickPair[] = [];
  for (let tick = 0; tick < TICKS_A_ROUND; tick += 1) pairs.push(await timePair(small, large, tick));
  return { small: median(pairs.map((pair) => pair.small)), large: median(pairs.map((pair) => pair.large)) };
}

/** Alternates which table comes first from pair to pair. */
async function timePair(small: Table, large: Table, turn: number): Promise<TickPair> {
  if (turn % 2 === 0) {
    const first = await timeTick(small);
    return { small: first, large: await timeTick(large) };
  }
  const first = await timeTick(large);
  return { large: first, small: await timeTick(small) };
}

/** Makes payouts from all over the table due, and times the tick that polls them. */
async function timeTick(table: Table): Promise<number> {
  table.ticks += 1;
  const { rows, database, tick, ticks } = table;
  const keys = Array.from({ length: DUE }, (_, index) => seededKey(index * (rows / DUE) + ticks));
  await database.pool.query('UPDATE payouts SET next_check_at = now() WHERE idempotency_key = ANY($1)', [keys]);
  const response = await fetch(tick.url, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(`A tick failed: ${text.slice(0, 500)}`);
  await proveChecked(database, keys);
  return answer.parse(JSON.parse(text)).milliseconds;
}

/** @throws Error unless exactly those payouts were read back and rescheduled */
async function proveChecked({ pool }: StageDatabase, keys: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ checked: number; due: number }>(
    `SELECT
       (SELECT count(*)::int FROM payouts WHERE idempotency_key = ANY($1) AND checks_made = 11 AND problem IS NULL
          AND next_check_at > now() + interval '20 minutes') AS checked,
       (SELECT count(*)::int FROM payouts WHERE next_check_at < now() + interval '20 minutes') AS due`,
    [keys],
  );
  const { checked, due } = rows[0] ?? { checked: 0, due: 0 };
  if (checked !== keys.length || due > 0) {
    throw new Error(`A tick checked ${checked} of ${keys.length} due payouts, and left ${due} due.`);
  }
}
