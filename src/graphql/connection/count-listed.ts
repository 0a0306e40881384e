import type { ApiReads } from '../../database/api-reads.js';

/** Where counting stops: people read "more than 10,000" as they would any higher figure, and it costs milliseconds. */
export const MAX_COUNT = 10_000;

/** How many rows a statement lists, up to one more than `MAX_COUNT`. */
export async function countListed(
  reads: ApiReads,
  { sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<number> {
  const [row] = await reads.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM (${sql} LIMIT ${MAX_COUNT + 1}) AS listed`,
    [...parameters],
  );
  return row?.count ?? 0;
}
