import type { PartitionedTable } from './partitioned-tables.js';

/** Runs a statement and returns its rows. */
export type Run = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

interface TableIndex {
  readonly name: string;
  /** The `CREATE INDEX` statement, or the definition of the constraint that owns the index. */
  readonly definition: string;
  readonly isConstraint: boolean;
  /** Whether the index is unique without the partition key, which is possible only within a single partition. */
  readonly isOfPartition: boolean;
}

interface TableTrigger {
  readonly name: string;
  readonly definition: string;
  readonly isOfRow: boolean;
}

/** The definition of a table except for columns and CHECK constraints, as PostgreSQL prints it. */
export interface TableShape {
  readonly indexes: readonly TableIndex[];
  readonly triggers: readonly TableTrigger[];
  readonly foreignKeys: readonly { readonly name: string; readonly definition: string }[];
  /** The identity column, its sequence and the last number drawn; null if there is none. */
  readonly identity: { readonly column: string; readonly sequence: string; readonly last: string } | null;
}

const INDEXES = `
  SELECT index.relname AS name, conname IS NOT NULL AS "isConstraint",
    coalesce(pg_get_constraintdef(pg_constraint.oid), pg_get_indexdef(indexrelid)) AS definition,
    indisunique AND NOT (SELECT attnum FROM pg_attribute WHERE attrelid = indrelid AND attname = $2) = ANY (indkey)
      AS "isOfPartition"
  FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
    LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u') AND conrelid = indrelid
  WHERE indrelid = $1::regclass ORDER BY index.relname`;

const TRIGGERS = `
  SELECT tgname AS name, pg_get_triggerdef(oid) AS definition, tgtype & 1 = 1 AS "isOfRow"
  FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY tgname`;

// Foreign keys between tables in the same group are excluded, because they stay on the partitions.
const FOREIGN_KEYS = `
  SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE conrelid = $1::regclass AND contype = 'f' AND confrelid <> ALL ($2::text[]::regclass[])`;

const IDENTITY = `
  SELECT attname AS column, sequencename AS sequence, coalesce(last_value, 0)::text AS last
  FROM pg_attribute JOIN pg_sequences ON schemaname = 'public'
    AND pg_get_serial_sequence($1, attname) = 'public.' || sequencename
  WHERE attrelid = $1::regclass AND attidentity <> ''`;

export async function readShape(
  run: Run,
  { name, key }: PartitionedTable,
  group: readonly PartitionedTable[],
): Promise<TableShape> {
  const names = group.map((table) => table.name);
  const [identity] = await run<NonNullable<TableShape['identity']>>(IDENTITY, [name]);
  return {
    indexes: await run(INDEXES, [name, key]),
    triggers: await run(TRIGGERS, [name]),
    foreignKeys: await run(FOREIGN_KEYS, [name, names]),
    identity: identity ?? null,
  };
}

/** Returns the statement that creates the same trigger on another table. */
export function triggerOn(table: string, { definition }: TableTrigger): string {
  return definition.replace(/ ON public\.\w+ /, ` ON ${table} `);
}

export async function isPartitioned(run: Run, table: string): Promise<boolean> {
  const rows = await run(`SELECT FROM pg_class WHERE oid = $1::regclass AND relkind = 'p'`, [table]);
  return rows.length > 0;
}
