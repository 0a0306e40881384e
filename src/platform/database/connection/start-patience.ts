import { setTimeout as delay } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import { StartError } from '../../config/start-error.js';
import { askOnce } from './ask-once.js';
import { isDatabaseAway, NO_ANSWER, passingCodeOf } from './passing-errors.js';

// A database restarts or fails over within a minute. If it takes longer, the start fails and the supervisor takes over.
const WAIT_MS = 60_000;
const RETRY_DELAY_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * The minute that a start spends waiting for its database in total: before the first connection, and whenever the
 * database disappears later.
 */
export class StartPatience {
  #leftMs = WAIT_MS;

  constructor(private readonly logger: LoggerService) {}

  /**
   * Resolves when the database is a primary that accepts connections, or when waiting is over; in that case the next
   * connection reports the reason. Logs why it waits.
   */
  async waitFor({ variable, url }: { readonly variable: string; readonly url: string }): Promise<void> {
    for (;;) {
      const askedAt = performance.now();
      const code = await findObstacle(url);
      this.#leftMs -= performance.now() - askedAt;
      if (code === null || this.#leftMs <= 0) return;
      await this.pause(variable, code);
    }
  }

  /**
   * Runs a start, and repeats it if the database disappeared meanwhile. A failed start must release everything it
   * opened.
   */
  async outlast<Result>(start: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (!(await this.allowsAnother(error))) throw error;
      }
    }
  }

  private async allowsAnother(error: unknown): Promise<boolean> {
    if (this.#leftMs <= 0) return false;
    const isExplained = error instanceof StartError;
    // All other settings stay wrong until someone changes them, so repeating the start would not help.
    if (isExplained && !error.variable.startsWith('DATABASE_')) return false;
    const cause: unknown = isExplained ? error.cause : error;
    if (!isDatabaseAway(cause)) return false;
    await this.pause(isExplained ? error.variable : 'DATABASE_URL', codeOf(cause));
    return true;
  }

  private async pause(variable: string, code: string): Promise<void> {
    this.logger.warn({ event: 'waiting_for_database', variable, code }, 'Migrations');
    this.#leftMs -= RETRY_DELAY_MS;
    await delay(RETRY_DELAY_MS);
  }
}

/** Returns why the database cannot be used at present; null if it can, or if waiting will not help. */
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

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error && 'driverError' in error ? error.driverError : error;
  return passingCodeOf(cause) ?? NO_ANSWER;
}
