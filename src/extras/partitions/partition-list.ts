import type { PartitionGroup } from './partitioned-tables.js';
import type { Run } from './table-shape.js';

/** The partitions of one period in every table of a group, with their bounds. */
export interface Partition {
  /** The last part of their names. */
  readonly suffix: string;
  /** Null for the first one, which has no start. */
  readonly start: string | null;
  readonly end: string;
}

const PARTITIONS = `
  SELECT substr(relname, length($1) + 2) AS suffix, pg_get_expr(relpartbound, oid) AS bound
  FROM pg_class JOIN pg_inherits ON inhrelid = oid WHERE inhparent = $1::text::regclass`;

const FROM = /FROM \('([^']+)'\)/;
const TO = / TO \('([^']+)'\)/;

/** Lists the partitions of a group in order, without the default one. */
export async function listPartitions(run: Run, { by, tables }: PartitionGroup): Promise<Partition[]> {
  const rows = await run<{ suffix: string; bound: string }>(PARTITIONS, [tables[0]?.name]);
  const partitions = rows.flatMap(({ suffix, bound }) => {
    const end = TO.exec(bound)?.[1];
    return end === undefined ? [] : [{ suffix, start: FROM.exec(bound)?.[1] ?? null, end }];
  });
  return partitions.sort((one, other) => {
    if (one.end === other.end) return 0;
    const isBefore = by === 'NUMBER' ? BigInt(one.end) < BigInt(other.end) : one.end < other.end;
    return isBefore ? -1 : 1;
  });
}
