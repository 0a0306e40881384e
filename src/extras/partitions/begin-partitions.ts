import { firstEnd, type Growth } from './partition-bounds.js';
import { createPartition } from './create-partition.js';
import { lockTables } from './lock-tables.js';
import type { OwnersConnection } from './owners-connection.js';
import type { PartitionedTable, PartitionGroup, RegisteredColumn } from './partitioned-tables.js';
import { isPartitioned, readShape, type Run, type TableShape, triggerOn } from './table-shape.js';

// A batch of this size takes a few tenths of a second. A single long transaction would delay live updates, which are
// read only up to the oldest open transaction.
const ROWS_A_COPY = 20_000;

/**
 * Partitions the tables of a group. Each table becomes the first partition of a new table with its name, which takes
 * the same time for any number of rows. Everything that must read rows happens before that, without blocking others.
 * Safe to repeat.
 * @param grant grants the application its rights on the new tables
 * @returns false if the tables were partitioned already
 */
export async function beginPartitions(
  owner: OwnersConnection,
  group: PartitionGroup,
  growth: Growth,
  grant: (run: Run) => Promise<void>,
): Promise<boolean> {
  const [{ name } = { name: '' }] = group.tables;
  if (await isPartitioned(owner.run, name)) return false;
  const end = firstEnd(group.by, growth);
  if (group.by === 'MONTH') for (const table of group.tables) await addMonth(owner, table);
  for (const table of group.tables) {
    for (const column of table.registers ?? []) await registerValues(owner, table, column);
  }
  try {
    for (const table of group.tables) await proveFirst(owner.run, table, end);
    await owner.transaction(async (run) => {
      await divide(run, group, end);
      await grant(run);
    });
  } finally {
    // The constraint must not be left behind, because it would reject rows one day.
    for (const table of group.tables) await forgetProof(owner.run, table.name);
  }
  return true;
}

/** Drops the constraint that a killed run left behind, because it would reject rows one day. */
export async function forgetProof(
  run: Run,
  table: string,
  from: readonly string[] = [table, `${table}_first`, `${table}_default`],
): Promise<void> {
  for (const each of from) await run(`ALTER TABLE IF EXISTS ${each} DROP CONSTRAINT IF EXISTS ${proofOf(table)}`);
}

export function proofOf(table: string): string {
  return `chk_${table}_before_partitions`;
}

/**
 * Proves by a CHECK constraint that all rows belong to the first partition. Without this proof, attaching the table
 * would read all rows under a lock.
 */
async function proveFirst(run: Run, { name, key }: PartitionedTable, end: string): Promise<void> {
  await forgetProof(run, name);
  await run(`ALTER TABLE ${name} ADD CONSTRAINT ${proofOf(name)} CHECK (${key} < '${end}') NOT VALID`);
  await run(`ALTER TABLE ${name} VALIDATE CONSTRAINT ${proofOf(name)}`);
}

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** Adds a column for the month in which a row was inserted. Existing rows get the current month. */
async function addMonth(
  { runUnhurried, transaction }: OwnersConnection,
  { name, key, uniqueWithin }: PartitionedTable,
): Promise<void> {
  await transaction(async (inTransaction) => {
    const [known] = await inTransaction(
      'SELECT FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2 AND NOT attisdropped',
      [name, key],
    );
    if (known) return;
    const [{ month } = { month: '' }] = await inTransaction<{ month: string }>(`SELECT (${THIS_MONTH})::text AS month`);
    // First with a constant default, which rewrites no rows.
    await inTransaction(`ALTER TABLE ${name} ADD COLUMN ${key} date NOT NULL DEFAULT '${month}'`);
    await inTransaction(`ALTER TABLE ${name} ALTER COLUMN ${key} SET DEFAULT ${THIS_MONTH}`);
  });
  for (const [constraint, columns] of Object.entries(uniqueWithin ?? {})) {
    // An interrupted build leaves an invalid index, so any such index is dropped first.
    await runUnhurried(`DROP INDEX CONCURRENTLY IF EXISTS ${constraint}_within`);
    await runUnhurried(
      `CREATE UNIQUE INDEX CONCURRENTLY ${constraint}_within ON ${name} (${[...columns, key].join(', ')}) NULLS NOT DISTINCT`,
    );
  }
}

/** Makes a trigger register the values of a column from now on, and then registers the existing values. */
async function registerValues(
  { run, transaction }: OwnersConnection,
  { name }: PartitionedTable,
  { trigger, definition, copy }: RegisteredColumn,
): Promise<void> {
  await run(`CREATE OR REPLACE TRIGGER ${trigger} ${definition}`);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const last = await transaction(async (inTransaction) => {
      // The rows are locked, so that no row gives up its value in the meantime.
      const rows = 'SELECT * FROM rows ORDER BY id DESC LIMIT 1';
      const [row] = await inTransaction<{ id: string }>(
        `WITH batch AS MATERIALIZED (SELECT * FROM ${name} WHERE id > $1 ORDER BY id LIMIT ${ROWS_A_COPY} FOR SHARE),
           copied AS (${copy}), rows AS (SELECT id FROM batch) ${rows}`,
        [after],
      );
      return row?.id;
    });
    if (last === undefined) return;
    after = last;
  }
}

/** Partitions the tables in one transaction, without reading rows. */
async function divide(
  run: Run,
  { by, tables, functions = [], views = [] }: PartitionGroup,
  end: string,
): Promise<void> {
  await lockTables(
    run,
    tables.map(({ name }) => name),
  );
  const definitions = [...(await takeFunctions(run, functions)), ...(await takeViews(run, views))];
  const shapes = new Map<PartitionedTable, TableShape>();
  for (const table of tables) shapes.set(table, await readShape(run, table, tables));
  for (const [table, shape] of shapes) await renameToFirst(run, table, shape);
  for (const [table, shape] of shapes) await createDivided(run, table, shape, end);
  await createPartition(run, { by, tables }, 'DEFAULT', { like: 'first' });
  for (const definition of definitions) await run(definition);
}

async function renameToFirst(
  run: Run,
  { name }: PartitionedTable,
  { indexes, triggers, identity }: TableShape,
): Promise<void> {
  for (const trigger of triggers.filter(({ isOfRow }) => isOfRow)) await run(`DROP TRIGGER ${trigger.name} ON ${name}`);
  if (identity) await run(`ALTER TABLE ${name} ALTER COLUMN ${identity.column} DROP IDENTITY`);
  for (const index of indexes) await run(`ALTER INDEX ${index.name} RENAME TO ${ofFirst(index.name, name)}`);
  await run(`ALTER TABLE ${name} RENAME TO ${name}_first`);
}

function ofFirst(index: string, table: string): string {
  return index.replace(table, `${table}_first`);
}

async function createDivided(
  run: Run,
  { name, key, uniqueWithin = {} }: PartitionedTable,
  { indexes, triggers, foreignKeys, identity }: TableShape,
  end: string,
): Promise<void> {
  const first = `${name}_first`;
  await run(
    `CREATE TABLE ${name} (LIKE ${first} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE
       INCLUDING COMMENTS) PARTITION BY RANGE (${key})`,
  );
  await run(`ALTER TABLE ${name} DROP CONSTRAINT ${proofOf(name)}`);
  if (identity) {
    // Leaves a gap for numbers that the other log draws in the meantime.
    const start = BigInt(identity.last) + 10_000n;
    await run(
      `ALTER TABLE ${name} ALTER COLUMN ${identity.column}
       ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME ${identity.sequence} START WITH ${start})`,
    );
  }
  for (const [constraint, columns] of Object.entries(uniqueWithin)) {
    await run(`ALTER TABLE ${first} DROP CONSTRAINT ${ofFirst(constraint, name)}`);
    await run(
      `ALTER TABLE ${first} ADD CONSTRAINT ${ofFirst(constraint, name)} UNIQUE USING INDEX ${ofFirst(`${constraint}_within`, name)}`,
    );
    await run(
      `ALTER TABLE ${name} ADD CONSTRAINT ${constraint} UNIQUE NULLS NOT DISTINCT (${[...columns, key].join(', ')})`,
    );
  }
  for (const { name: foreignKey, definition } of foreignKeys) {
    await run(`ALTER TABLE ${name} ADD CONSTRAINT ${foreignKey} ${definition}`);
  }
  for (const index of indexes.filter(({ isOfPartition }) => !isOfPartition)) {
    if (index.name.endsWith('_within')) continue;
    await run(
      index.isConstraint ? `ALTER TABLE ${name} ADD CONSTRAINT ${index.name} ${index.definition}` : index.definition,
    );
  }
  await run(`ALTER TABLE ${name} ATTACH PARTITION ${first} FOR VALUES FROM (MINVALUE) TO ('${end}')`);
  for (const trigger of triggers) await run(triggerOn(name, trigger));
}

/** Drops functions and returns the statements that recreate them. */
async function takeFunctions(run: Run, names: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const name of names) {
    const [found] = await run<{ definition: string; signature: string; isForAll: boolean }>(
      `SELECT pg_get_functiondef($1::regproc) AS definition, $1::regproc::regprocedure::text AS signature,
         has_function_privilege('public', $1::regproc, 'EXECUTE') AS "isForAll"`,
      [name],
    );
    if (!found) continue;
    const { definition, signature, isForAll } = found;
    await run(`DROP FUNCTION ${signature}`);
    // PostgreSQL lets everyone call a new function, so this right must be revoked if it was not granted before.
    taken.push(definition, ...(isForAll ? [] : [`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`]));
  }
  return taken;
}

async function takeViews(run: Run, names: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const name of names) {
    const [view] = await run<{ definition: string }>('SELECT pg_get_viewdef($1::regclass) AS definition', [name]);
    if (!view) continue;
    await run(`DROP VIEW ${name}`);
    taken.push(`CREATE VIEW ${name} AS ${view.definition}`);
  }
  return taken;
}
