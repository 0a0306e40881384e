import type { DataSource } from 'typeorm';

const INSTANT = '2026-07-01T10:20:30.456Z';

/**
 * Whether times come back from the database as they are: with another DateStyle the driver reads days as months.
 *
 * @throws Error when the database does not answer
 */
export async function readsTimes(database: DataSource): Promise<boolean> {
  const [row] = await database.query<{ at: unknown }[]>(`SELECT timestamptz '${INSTANT}' AS at`);
  return row?.at instanceof Date && row.at.toISOString() === INSTANT;
}

/**
 * Commits the smallest change there is: a record in the write-ahead log that no table holds, so that its commit waits
 * for whatever the commits of others wait for. A statement without a change ends although no commit can.
 */
export async function commitNothing(database: DataSource): Promise<void> {
  await database.query(`SELECT pg_logical_emit_message(true, 'purser.commit_probe', '')`);
}
