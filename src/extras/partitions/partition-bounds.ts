import type { PartitionedBy } from './partitioned-tables.js';

/** How far the tables have grown, according to the database. */
export interface Growth {
  readonly now: Date;
  /** The last number drawn from the log's sequence. */
  readonly lastNumber: number;
}

// A quarter without a run is fine: the alarm comes a month after the last partition was created.
const MONTHS_AHEAD = 3;

// Enough time for the person on call to find someone with the owner's address.
const NEAR_MS = 14 * 86_400_000;

// Two million payouts with five changes each: 3 GB with indexes, which a dump takes in a minute.
const NUMBERS_A_PARTITION = 10_000_000;

/**
 * Returns the end of the first partition, which holds all existing rows: the end of the next month, or of the next
 * numbers.
 */
export function firstEnd(by: PartitionedBy, { now, lastNumber }: Growth): string {
  if (by === 'NUMBER') return String((Math.floor(lastNumber / NUMBERS_A_PARTITION) + 2) * NUMBERS_A_PARTITION);
  return literalOf(by, startOfMonth(now, 2));
}

/** Returns the end of the partition with this start. */
export function nextEnd(by: PartitionedBy, start: string): string {
  if (by === 'NUMBER') return String(Number(start) + NUMBERS_A_PARTITION);
  return literalOf(by, startOfMonth(monthOf(by, start), 1));
}

/** Whether it takes rows long enough to reach this end. */
export function isFarEnough(by: PartitionedBy, end: string, { now, lastNumber }: Growth): boolean {
  if (by === 'NUMBER') return Number(end) >= lastNumber + NUMBERS_A_PARTITION;
  return monthOf(by, end) >= startOfMonth(now, MONTHS_AHEAD);
}

/** Whether rows reach this end within about two weeks, so that a person must create partitions. */
export function isNear(by: PartitionedBy, end: string, { now, lastNumber }: Growth): boolean {
  if (by === 'NUMBER') return Number(end) < lastNumber + NUMBERS_A_PARTITION / 2;
  return monthOf(by, end).getTime() < now.getTime() + NEAR_MS;
}

/** Returns the suffix for the names of the partition with this start. */
export function nameFrom(by: PartitionedBy, start: string): string {
  if (by === 'NUMBER') return `from_${start}`;
  return monthOf(by, start).toISOString().slice(0, 7).replace('-', '_');
}

/** Returns the month that starts at a bound. */
export function monthOf(by: Exclude<PartitionedBy, 'NUMBER'>, literal: string): Date {
  // The first 48 bits of a version 7 UUID are milliseconds.
  if (by === 'TIME_OF_ID') return new Date(parseInt(literal.replaceAll('-', '').slice(0, 12), 16));
  return new Date(`${literal}T00:00:00Z`);
}

/** Returns the start of the month this many months later, in UTC. */
export function startOfMonth(time: Date, later: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later, 1));
}

function literalOf(by: Exclude<PartitionedBy, 'NUMBER'>, month: Date): string {
  if (by === 'MONTH') return month.toISOString().slice(0, 10);
  const bits = month.getTime().toString(16).padStart(12, '0');
  return `${bits.slice(0, 8)}-${bits.slice(8)}-0000-0000-000000000000`;
}
