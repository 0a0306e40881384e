import { forgetProof, proofOf } from './begin-partitions.js';
import { createPartition } from './create-partition.js';
import { lockTables } from './lock-tables.js';
import type { OwnersConnection } from './owners-connection.js';
import { firstEnd, type Growth, isFarEnough, isNear, nameFrom } from './partition-bounds.js';
import { listPartitions } from './partition-list.js';
import type { PartitionGroup } from './partitioned-tables.js';
import { isPartitioned, type Run } from './table-shape.js';

// Two years of months, so that a single run catches up after any pause.
const MOST_CREATED = 24;

/** The time until which a group has partitions for new rows. */
export interface GroupState {
  /** The group's first table, which stands for all of them. */
  readonly table: string;
  readonly end: string;
  /** Whether rows will soon be beyond that end. */
  readonly isNear: boolean;
  /** Whether there are rows beyond that end, in the default partition. */
  readonly hasRowsBeyond: boolean;
}

/** Reads the current time and the last number of the log from the database. */
export async function readGrowth(run: Run): Promise<Growth> {
  const [row] = await run<{ now: Date; last: string }>(
    'SELECT now() AS now, coalesce((SELECT max(id) FROM logged_changes), 0)::text AS last',
  );
  return { now: row?.now ?? new Date(), lastNumber: Number(row?.last ?? 0) };
}

/** Returns null if the tables are not partitioned. Needs no rights on the partitions. */
export async function readGroup(run: Run, group: PartitionGroup, growth: Growth): Promise<GroupState | null> {
  const { by, tables } = group;
  const [{ name: table } = { name: '' }] = tables;
  if (!(await isPartitioned(run, table))) return null;
  const end = await findEnd(run, group);
  const sizes = tables.map(({ name }) => `pg_relation_size('${name}_default')`).join(' + ');
  const [row] = await run<{ isBeyond: boolean }>(`SELECT ${sizes} > 0 AS "isBeyond"`);
  return { table, end, isNear: isNear(by, end, growth), hasRowsBeyond: row?.isBeyond === true };
}

/** Creates the partitions that will be needed, and returns their names. Skips tables that are not partitioned. */
export async function createAhead(owner: OwnersConnection, group: PartitionGroup, growth: Growth): Promise<string[]> {
  const { by, tables } = group;
  if (!(await isPartitioned(owner.run, tables[0]?.name ?? ''))) {
    for (const { name } of tables) await forgetProof(owner.run, name);
    return [];
  }
  const created: string[] = [];
  const beyond = firstEnd(by, growth);
  if (await hasRowsBefore(owner.run, group, beyond)) created.push(await takeDefaultOver(owner, group, beyond));
  while (created.length < MOST_CREATED) {
    const end = await findEnd(owner.run, group);
    if (isFarEnough(by, end, growth)) break;
    created.push(await owner.transaction((run) => createNext(run, group, end)));
  }
  return created.flatMap((suffix) => tables.map(({ name }) => `${name}_${suffix}`));
}

async function createNext(run: Run, group: PartitionGroup, end: string): Promise<string> {
  // Locked here, because attaching a partition scans the default partition.
  await lockTables(
    run,
    group.tables.map(({ name }) => `${name}_default`),
  );
  return createPartition(run, group, end);
}

async function hasRowsBefore(run: Run, { tables }: PartitionGroup, end: string): Promise<boolean> {
  const rows = tables.map(({ name, key }) => `EXISTS (SELECT FROM ${name}_default WHERE ${key} < '${end}')`);
  const [row] = await run<{ any: boolean }>(`SELECT ${rows.join(' OR ')} AS any`);
  return row?.any === true;
}

/** Turns the default partition into the regular partition for the period that had none. No rows are moved. */
async function takeDefaultOver(
  { run, transaction }: OwnersConnection,
  group: PartitionGroup,
  end: string,
): Promise<string> {
  const { by, tables } = group;
  const start = await findEnd(run, group);
  const suffix = nameFrom(by, start);
  try {
    for (const { name, key } of tables) {
      await forgetProof(run, name);
      await run(
        `ALTER TABLE ${name}_default ADD CONSTRAINT ${proofOf(name)} CHECK (${key} >= '${start}' AND ${key} < '${end}') NOT VALID`,
      );
      await run(`ALTER TABLE ${name}_default VALIDATE CONSTRAINT ${proofOf(name)}`);
    }
    await transaction(async (inTransaction) => {
      await lockTables(
        inTransaction,
        tables.map(({ name }) => name),
      );
      for (const { name } of tables) {
        await inTransaction(`ALTER TABLE ${name} DETACH PARTITION ${name}_default`);
        await inTransaction(`ALTER TABLE ${name}_default RENAME TO ${name}_${suffix}`);
        await inTransaction(
          `ALTER TABLE ${name} ATTACH PARTITION ${name}_${suffix} FOR VALUES FROM ('${start}') TO ('${end}')`,
        );
      }
      await createPartition(inTransaction, group, 'DEFAULT', { like: suffix });
    });
  } finally {
    for (const { name } of tables) await forgetProof(run, name, [`${name}_default`, `${name}_${suffix}`]);
  }
  return suffix;
}

async function findEnd(run: Run, group: PartitionGroup): Promise<string> {
  const last = (await listPartitions(run, group)).at(-1);
  if (!last) throw new Error(`The table ${group.tables[0]?.name} has no partition but its default one`);
  return last.end;
}
