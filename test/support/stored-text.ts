import type { TestDatabase } from './test-database.js';

/** A table, by default with all its columns. */
interface Stored {
  readonly table: string;
  readonly column?: string;
}

/** Returns the rows of tables as text, as a person with access to the disk would see them. */
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
