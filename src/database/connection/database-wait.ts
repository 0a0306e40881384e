import { setTimeout as delay } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import { askOnce } from './ask-once.js';
import { passingCodeOf } from './passing-errors.js';

// A database that restarts or fails over is back within a minute; one that is not is for the supervisor, who sees it
// then.
const WAIT_MS = 60_000;
const RETRY_DELAY_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Resolves when the database takes connections and is a primary, or else cannot be waited for any longer: whoever
 * connects next then learns why. Says what it waits for.
 */
export async function waitForDatabase(
  { variable, url }: { readonly variable: string; readonly url: string },
  logger: LoggerService,
): Promise<void> {
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const code = await findObstacle(url);
    if (code === null || performance.now() > giveUpAt) return;
    logger.warn({ event: 'waiting_for_database', variable, code }, 'Migrations');
    await delay(RETRY_DELAY_MS);
  }
}

/** Why the database cannot be used just now; null when it can be, or never will by waiting. */
async function findObstacle(url: string): Promise<string | null> {
  const timeouts = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS };
  try {
    const [row] = await askOnce<{ is_standby: boolean }>(
      { connectionString: url, ...timeouts },
      'SELECT pg_is_in_recovery() AS is_standby',
    );
    return row?.is_standby === true ? 'STANDBY' : null;
  } catch (error) {
    return passingCodeOf(error);
  }
}
