import type { TestDatabase } from './test-database.js';

/** A table, with all of its columns unless one is named. */
interface Stored {
  readonly table: string;
  readonly column?: string;
}

/** The rows of tables as text, in the way that somebody with the disk would look at it. */
export async function storedText(
  database: Pick<TestDatabase, 'query'>,
  ...stored: readonly (string | Stored)[]
): Promise<string> {
  const texts: string[] = [];
  for (const one of stored) {
    const { table, column = table } = typeof one === 'string' ? { table: one } : one;
    const rows = await database.query<{ text: string | null }>(`SELECT ${column}::text AS text FROM ${table}`);
    texts.push(...rows.map(({ text }) => text ?? ''));
  }
  return texts.join('\n');
}
