import type { DataSource } from 'typeorm';

/** @throws Error when the database does not answer */
export async function askDatabase(database: DataSource): Promise<void> {
  await database.query('SELECT 1');
}

/**
 * Commits the smallest change there is: a record in the write-ahead log that no table holds, so that its commit waits
 * for whatever the commits of others wait for. A statement without a change ends although no commit can.
 */
export async function commitNothing(database: DataSource): Promise<void> {
  await database.query(`SELECT pg_logical_emit_message(true, 'purser.commit_probe', '')`);
}
