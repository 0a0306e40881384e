import type { DataSource } from 'typeorm';
import { type GroupState, readGrowth, readGroup } from './keep-partitions.js';
import { runOn } from './owners-connection.js';
import { PARTITION_GROUPS } from './partitioned-tables.js';

/** How the tables are partitioned. Every role can read this. */
export interface Division {
  readonly isDivided: boolean;
  /**
   * Whether a run that partitions the tables is in progress, or was killed and left a constraint that will reject rows
   * one day.
   */
  readonly isUnfinished: boolean;
  /** Whether the role of the connection owns the tables. */
  readonly isOwner: boolean;
  readonly groups: readonly GroupState[];
}

const LEFT_BEHIND = `
  SELECT EXISTS (SELECT FROM pg_constraint WHERE conname LIKE 'chk\\_%\\_before\\_partitions') AS "isLeft",
    pg_has_role(relowner, 'MEMBER') AS "isOwner" FROM pg_class WHERE oid = 'payouts'::regclass`;

export async function readDivision(dataSource: DataSource): Promise<Division> {
  const run = runOn(dataSource);
  const [row] = await run<{ isLeft: boolean; isOwner: boolean }>(LEFT_BEHIND);
  const growth = await readGrowth(run);
  const groups: GroupState[] = [];
  for (const group of PARTITION_GROUPS) {
    const state = await readGroup(run, group, growth);
    if (state) groups.push(state);
  }
  const isDivided = groups.length > 0;
  return { isDivided, isUnfinished: row?.isLeft === true, isOwner: row?.isOwner === true, groups };
}
