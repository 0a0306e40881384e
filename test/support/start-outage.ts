import { DatabaseProxy } from './database-proxy.js';
import { whenWaiting, whileHeld } from './locks.js';
import { startPurser, type TestPurser } from './purser.js';
import type { TestDatabase } from './test-database.js';

const END_SESSIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'purser%'`;

/** Starts a replica at `url`, and calls `goAway` while the replica waits for this table. */
async function startThrough(
  { database, table, url }: { readonly database: TestDatabase; readonly table: string; readonly url: string },
  goAway: () => Promise<unknown>,
): Promise<TestPurser> {
  const { starting } = await whileHeld(database, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, async () => {
    const promise = startPurser({ DATABASE_URL: url });
    // The failure is handled by the callers that await this promise later.
    promise.catch(() => undefined);
    await whenWaiting(database, 1);
    await goAway();
    return { starting: promise };
  });
  return starting;
}

/** Starts a replica, and makes the database end its sessions while it waits for this table. */
export const startThroughOutage = (database: TestDatabase, table: string): Promise<TestPurser> =>
  startThrough({ database, table, url: database.url }, () => database.query(END_SESSIONS));

/** Starts a replica, and cuts its connections without a message from the database while it waits for this table. */
export async function startThroughCut(database: TestDatabase, table: string): Promise<TestPurser> {
  const proxy = await DatabaseProxy.start(database.url);
  const purser = await startThrough({ database, table, url: proxy.url }, async () => {
    proxy.cut();
    proxy.heal();
    // The database notices the cut connection only when it answers, so end the session here.
    await database.query(END_SESSIONS);
  });
  return {
    ...purser,
    close: async () => {
      await purser.close();
      await proxy.close();
    },
  };
}
