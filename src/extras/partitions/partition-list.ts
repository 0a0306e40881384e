import type { PartitionGroup } from './partitioned-tables.js';
import type { Run } from './table-shape.js';

/** The partitions for the same period in all tables of a group, with their bounds. */
export interface Partition {
  /** The last part of the partitions' names. */
  readonly suffix: string;
  /** Null for the first partition, which has no lower bound. */
  readonly start: string | null;
  readonly end: string;
}

const PARTITIONS = `
  SELECT substr(relname, length($1) + 2) AS suffix, pg_get_expr(relpartbound, oid) AS bound
  FROM pg_class JOIN pg_inherits ON inhrelid = oid WHERE inhparent = $1::text::regclass`;

const FROM = /FROM \('([^']+)'\)/;
const TO = / TO \('([^']+)'\)/;

/** Lists the partitions of a group in order, except for the default partitions. */
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
