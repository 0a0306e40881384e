import pg from 'pg';
import { eventually } from './eventually.js';
import type { TestDatabase } from './test-database.js';

/** Holds what a statement locks, in a session of its own, while `work` runs. */
export async function whileHeld<Result>(
  { url }: TestDatabase,
  statement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement);
    return await work();
  } finally {
    await client.end();
  }
}

/** Waits until so many sessions wait for a lock. */
export function whenWaiting(database: TestDatabase, wanted: number): Promise<true> {
  return eventually(`${wanted} wait for a lock`, async () => {
    const rows = await database.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length >= wanted ? true : null;
  });
}
