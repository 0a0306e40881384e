import type { PartitionedBy } from './partitioned-tables.js';

/** How far the tables have grown, according to the database. */
export interface Growth {
  readonly now: Date;
  /** The last number drawn from the log's sequence. */
  readonly lastNumber: number;
}

// Rows still have a partition if no run succeeds for two months. The alarm comes two weeks before they no longer have
// one.
const MONTHS_AHEAD = 3;

// Leaves the person on call enough time to find someone who has the owner's address.
const NEAR_MS = 14 * 86_400_000;

// The log entries of two million payouts with five changes each: 3 GB with indexes, which take a minute to dump.
const NUMBERS_A_PARTITION = 10_000_000;

/**
 * Returns the end of the first partition, which contains all existing rows: the end of the next month, or a number that
 * leaves room for one more partition's worth of rows.
 */
export function firstEnd(by: PartitionedBy, { now, lastNumber }: Growth): string {
  if (by === 'NUMBER') return String((Math.floor(lastNumber / NUMBERS_A_PARTITION) + 2) * NUMBERS_A_PARTITION);
  return literalOf(by, startOfMonth(now, 2));
}

/** Returns the end of the partition that starts at this bound. */
export function nextEnd(by: PartitionedBy, start: string): string {
  if (by === 'NUMBER') return String(Number(start) + NUMBERS_A_PARTITION);
  return literalOf(by, startOfMonth(monthOf(by, start), 1));
}

/** Whether this end is so far ahead that no further partition is needed yet. */
export function isFarEnough(by: PartitionedBy, end: string, { now, lastNumber }: Growth): boolean {
  if (by === 'NUMBER') return Number(end) >= lastNumber + NUMBERS_A_PARTITION;
  return monthOf(by, end) >= startOfMonth(now, MONTHS_AHEAD);
}

/** Whether rows will reach this end within about two weeks, so that a person must create partitions. */
export function isNear(by: PartitionedBy, end: string, { now, lastNumber }: Growth): boolean {
  if (by === 'NUMBER') return Number(end) < lastNumber + NUMBERS_A_PARTITION / 2;
  return monthOf(by, end).getTime() < now.getTime() + NEAR_MS;
}

/** Returns the suffix for the name of the partition that starts at this bound. */
export function nameFrom(by: PartitionedBy, start: string): string {
  if (by === 'NUMBER') return `from_${start}`;
  return monthOf(by, start).toISOString().slice(0, 7).replace('-', '_');
}

/** Returns the month that starts at a bound. */
export function monthOf(by: Exclude<PartitionedBy, 'NUMBER'>, literal: string): Date {
  // The first 48 bits of a version 7 UUID are a time in milliseconds.
  if (by === 'TIME_OF_ID') return new Date(parseInt(literal.replaceAll('-', '').slice(0, 12), 16));
  return new Date(`${literal}T00:00:00Z`);
}

/** Returns the start of the month that is this many months later, in UTC. */
export function startOfMonth(time: Date, later: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later, 1));
}

function literalOf(by: Exclude<PartitionedBy, 'NUMBER'>, month: Date): string {
  if (by === 'MONTH') return month.toISOString().slice(0, 10);
  const bits = month.getTime().toString(16).padStart(12, '0');
  return `${bits.slice(0, 8)}-${bits.slice(8)}-0000-0000-000000000000`;
}
