import { QueryFailedError } from 'typeorm';
import { toSnakeCase } from './connection/snake-case-naming-strategy.js';
import { sqlStateOf } from './connection/sql-state.js';

// SQLSTATE that the database function `refuse_write` raises.
const WRITE_REFUSED = 'PU001';

/** Adds a value to a statement's parameters and returns its placeholder. */
export type Given = (value: unknown) => string;

/** Builds the SQL assignments for the columns in a patch. Absent columns keep their values. */
export function assignmentsOf<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  patch: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  given: Given,
): string[] {
  const names = Object.keys(columns) as Name[];
  return names.flatMap((name) => (patch[name] === undefined ? [] : [`${columns[name]} = ${given(patch[name])}`]));
}

/** A row with the same key already exists, so this request was made before. */
export class RowExistsError extends Error {
  override readonly name = 'RowExistsError';
}

export interface Write {
  readonly table: string;
  readonly sql: (given: Given) => string;
  /** How many rows the statement must write, and the error to throw if the number is different. */
  readonly expects?: { readonly rows: number; readonly otherwise: () => Error };
}

export type Computed = (given: Given) => string;

/**
 * Inserts a row. Keys are names of columns or of entity properties, always literals in our code. A function stands for
 * a value that the database computes.
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

/** Inserts a row like `insertInto`, but throws `RowExistsError` if a unique constraint already has its key. */
export function insertIfNew(table: string, row: Readonly<Record<string, unknown>>): Write {
  const { sql } = insertInto(table, row);
  return {
    table,
    sql: (given) => `${sql(given)} ON CONFLICT DO NOTHING`,
    expects: { rows: 1, otherwise: () => new RowExistsError() },
  };
}

/**
 * Combines several writes into one statement. It fails as a whole if one of them writes the wrong number of rows, so
 * the result need not be checked.
 */
export function together(writes: readonly Write[]): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const parameters: unknown[] = [];
  const given: Given = (value) => `$${parameters.push(value)}`;
  const parts = writes.map(({ sql, expects }, index) => {
    return `${nameOf(index)} AS (${sql(given)}${expects ? ' RETURNING 1' : ''})`;
  });
  const checks = writes.flatMap(({ expects }, index) => {
    const name = nameOf(index);
    // Only evaluated if the number is wrong, because calling a function takes time.
    return expects
      ? [`CASE WHEN (SELECT count(*) FROM ${name}) <> ${given(expects.rows)} THEN refuse_write('${name}') END`]
      : [];
  });
  return { sql: `WITH ${parts.join(', ')} SELECT ${checks.join(', ')}`, parameters };
}

/** Returns the error of the write with the wrong number of rows; returns other errors unchanged. */
export function refusalOf(writes: readonly Write[], error: unknown): unknown {
  if (!(error instanceof QueryFailedError) || sqlStateOf(error as QueryFailedError) !== WRITE_REFUSED) return error;
  const { message } = error.driverError as Error;
  return writes.find((_, index) => nameOf(index) === message)?.expects?.otherwise() ?? error;
}

function nameOf(index: number): string {
  return `write_${index + 1}`;
}
