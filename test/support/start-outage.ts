import { whenWaiting, whileHeld } from './locks.js';
import { startPurser, type TestPurser } from './purser.js';
import type { TestDatabase } from './test-database.js';

/** Starts a replica whose sessions the database ends while it waits for this table. */
export async function startThroughOutage(database: TestDatabase, table: string): Promise<TestPurser> {
  const { starting } = await whileHeld(database, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, async () => {
    const promise = startPurser({ DATABASE_URL: database.url });
    // Whoever awaits it below learns of its failure.
    promise.catch(() => undefined);
    await whenWaiting(database, 1);
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'purser%'`,
    );
    return { starting: promise };
  });
  return starting;
}
