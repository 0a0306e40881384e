import type { PartitionedBy } from './partitioned-tables.js';

/** Where the growth of the tables stands, by the database. */
export interface Growth {
  readonly now: Date;
  /** The last number of the log that was drawn. */
  readonly lastNumber: number;
}

// A quarter in which nobody creates any: the alarm comes a month after the last was created.
const MONTHS_AHEAD = 3;

// Time enough for whoever is called to find somebody with the owner's address.
const NEAR_MS = 14 * 86_400_000;

// Two million payouts with five changes each: 3 GB with their indexes, which a dump takes in a minute.
const NUMBERS_A_PARTITION = 10_000_000;

/** Where the first partition ends, which holds all that there is: at the end of the next month, or of the next numbers. */
export function firstEnd(by: PartitionedBy, { now, lastNumber }: Growth): string {
  if (by === 'NUMBER') return String((Math.floor(lastNumber / NUMBERS_A_PARTITION) + 2) * NUMBERS_A_PARTITION);
  return literalOf(by, startOfMonth(now, 2));
}

/** Where the partition ends that begins there. */
export function nextEnd(by: PartitionedBy, start: string): string {
  if (by === 'NUMBER') return String(Number(start) + NUMBERS_A_PARTITION);
  return literalOf(by, startOfMonth(monthOf(by, start), 1));
}

/** Whether rows go on for long enough before they come to this end. */
export function isFarEnough(by: PartitionedBy, end: string, { now, lastNumber }: Growth): boolean {
  if (by === 'NUMBER') return Number(end) >= lastNumber + NUMBERS_A_PARTITION;
  return monthOf(by, end) >= startOfMonth(now, MONTHS_AHEAD);
}

/** Whether rows come to this end within two weeks or so, and somebody has to create partitions. */
export function isNear(by: PartitionedBy, end: string, { now, lastNumber }: Growth): boolean {
  if (by === 'NUMBER') return Number(end) < lastNumber + NUMBERS_A_PARTITION / 2;
  return monthOf(by, end).getTime() < now.getTime() + NEAR_MS;
}

/** The last part of the name of the partition that begins there. */
export function nameFrom(by: PartitionedBy, start: string): string {
  if (by === 'NUMBER') return `from_${start}`;
  return monthOf(by, start).toISOString().slice(0, 7).replace('-', '_');
}

/** The month that begins with a bound. */
export function monthOf(by: Exclude<PartitionedBy, 'NUMBER'>, literal: string): Date {
  // The first 48 bits of a UUID of version 7 are milliseconds.
  if (by === 'TIME_OF_ID') return new Date(parseInt(literal.replaceAll('-', '').slice(0, 12), 16));
  return new Date(`${literal}T00:00:00Z`);
}

/** The month, so many later, in UTC. */
export function startOfMonth(time: Date, later: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later, 1));
}

function literalOf(by: Exclude<PartitionedBy, 'NUMBER'>, month: Date): string {
  if (by === 'MONTH') return month.toISOString().slice(0, 10);
  const bits = month.getTime().toString(16).padStart(12, '0');
  return `${bits.slice(0, 8)}-${bits.slice(8)}-0000-0000-000000000000`;
}
