import { QueryFailedError } from 'typeorm';
import { toSnakeCase } from './connection/snake-case-naming-strategy.js';
import { sqlStateOf } from './connection/sql-state.js';

// Raised by the database function `refuse_write`.
const WRITE_REFUSED = 'PU001';

/** Adds a value to a statement's parameters and returns its placeholder. */
export type Given = (value: unknown) => string;

/** Assignments of the columns in a patch. Absent columns stay as they are. */
export function assignmentsOf<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  patch: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  given: Given,
): string[] {
  const names = Object.keys(columns) as Name[];
  return names.flatMap((name) => (patch[name] === undefined ? [] : [`${columns[name]} = ${given(patch[name])}`]));
}

/** A row with the same key exists, so the request is known. */
export class RowExistsError extends Error {
  override readonly name = 'RowExistsError';
}

export interface Write {
  readonly table: string;
  readonly sql: (given: Given) => string;
  /** How many rows it must write, and the error otherwise. */
  readonly expects?: { readonly rows: number; readonly otherwise: () => Error };
}

export type Computed = (given: Given) => string;

/**
 * Inserts a row by the names of columns, or of the entity's properties, which are literals of our code. A function is a
 * value that the database computes.
 */
export function insertInto(table: string, row: Readonly<Record<string, unknown>>): Write {
  const columns = Object.keys(row).map(toSnakeCase).join(', ');
  const sql = (given: Given) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'function' ? (value as Computed)(given) : given(value),
    );
    return `INSERT INTO ${table} (${columns}) VALUES (${values.join(', ')})`;
  };
  return { table, sql };
}

/** Inserts a row like `insertInto`, or throws `RowExistsError` if a unique constraint already has its key. */
export function insertIfNew(table: string, row: Readonly<Record<string, unknown>>): Write {
  const { sql } = insertInto(table, row);
  return {
    table,
    sql: (given) => `${sql(given)} ON CONFLICT DO NOTHING`,
    expects: { rows: 1, otherwise: () => new RowExistsError() },
  };
}

/**
 * Combines several writes into one statement. It fails as a whole if one of them writes another number of rows than it
 * must, so its result need not be checked.
 */
export function together(writes: readonly Write[]): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const parameters: unknown[] = [];
  const given: Given = (value) => `$${parameters.push(value)}`;
  const parts = writes.map(({ sql, expects }, index) => {
    return `${nameOf(index)} AS (${sql(given)}${expects ? ' RETURNING 1' : ''})`;
  });
  const checks = writes.flatMap(({ expects }, index) => {
    const name = nameOf(index);
    // Called only for a wrong number, because a function call takes time.
    return expects
      ? [`CASE WHEN (SELECT count(*) FROM ${name}) <> ${given(expects.rows)} THEN refuse_write('${name}') END`]
      : [];
  });
  return { sql: `WITH ${parts.join(', ')} SELECT ${checks.join(', ')}`, parameters };
}

/** The error of the write with the wrong number of rows; other errors are returned unchanged. */
export function refusalOf(writes: readonly Write[], error: unknown): unknown {
  if (!(error instanceof QueryFailedError) || sqlStateOf(error as QueryFailedError) !== WRITE_REFUSED) return error;
  const { message } = error.driverError as Error;
  return writes.find((_, index) => nameOf(index) === message)?.expects?.otherwise() ?? error;
}

function nameOf(index: number): string {
  return `write_${index + 1}`;
}
