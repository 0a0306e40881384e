/** Adds a value to the parameters of a statement and returns its placeholder. */
export type Given = (value: unknown) => string;

/** The assignments of the columns that a patch gives; one that it leaves out stays as it is. */
export function assignmentsOf<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  patch: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  given: Given,
): string[] {
  const names = Object.keys(columns) as Name[];
  return names.flatMap((name) => (patch[name] === undefined ? [] : [`${columns[name]} = ${given(patch[name])}`]));
}

/** A row with the same key was there: what was begun is a request that is known. */
export class RowExistsError extends Error {
  override readonly name = 'RowExistsError';
}

/** One statement that inserts or updates rows of one table. */
export interface Write {
  readonly table: string;
  /** The statement without RETURNING. */
  readonly sql: (given: Given) => string;
  /** How many rows it must write, and what is wrong when it writes another number. */
  readonly expects?: { readonly rows: number; readonly otherwise: () => Error };
}

/** Inserts a row of these columns, which are literals of the code. */
export function insertInto(table: string, row: Readonly<Record<string, unknown>>): Write {
  const columns = Object.keys(row).join(', ');
  const sql = (given: Given) =>
    `INSERT INTO ${table} (${columns}) VALUES (${Object.values(row).map(given).join(', ')})`;
  return { table, sql };
}

/** Several writes as one statement, and its parameters. Its one row counts the rows of those that expect a number. */
export function together(writes: readonly Write[]): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const parameters: unknown[] = [];
  const given: Given = (value) => `$${parameters.push(value)}`;
  const parts = writes.map(({ sql, expects }, index) => {
    return `${nameOf(index)} AS (${sql(given)}${expects ? ' RETURNING 1' : ''})`;
  });
  const counts = writes.flatMap(({ expects }, index) => {
    return expects ? [`(SELECT count(*)::int FROM ${nameOf(index)}) AS ${nameOf(index)}`] : [];
  });
  return { sql: `WITH ${parts.join(', ')} SELECT ${counts.join(', ')}`, parameters };
}

/** @throws the error of the first write that did not write as many rows as it must */
export function checkCounts(writes: readonly Write[], counts: Readonly<Record<string, number>> | undefined): void {
  for (const [index, { expects }] of writes.entries()) {
    if (expects && counts?.[nameOf(index)] !== expects.rows) throw expects.otherwise();
  }
}

function nameOf(index: number): string {
  return `write_${index + 1}`;
}
