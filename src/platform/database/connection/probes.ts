import type { DataSource } from 'typeorm';

const INSTANT = '2026-07-01T10:20:30.456Z';

/**
 * Whether times arrive unchanged: with a different DateStyle, the driver would confuse days and months.
 * @throws Error if the database does not answer
 */
export async function readsTimes(database: DataSource): Promise<boolean> {
  const [row] = await database.query<{ at: unknown }[]>(`SELECT timestamptz '${INSTANT}' AS at`);
  return row?.at instanceof Date && row.at.toISOString() === INSTANT;
}

/**
 * Commits the smallest possible change: a log record outside any table, whose commit waits for the same things as any
 * other. A transaction without a change would succeed even if no commit can.
 */
export async function commitNothing(database: DataSource): Promise<void> {
  await database.query(`SELECT pg_logical_emit_message(true, 'purser.commit_probe', '')`);
}
