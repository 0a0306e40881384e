import { setTimeout as delay } from 'node:timers/promises';
import { ReadTimedOutError } from '../database/reads/timed-read.js';
import { NoFreeConnectionError } from '../database/connection/guarded-pool.js';
import { isDatabaseAway } from '../database/connection/passing-errors.js';

// A database that fails over is back within half a minute; one that is not is for the client, whose socket is closed.
const PATIENT_FOR_MS = 60_000;

// The same for everybody, so that those who wait ask in one moment, and loaders gather them in one query.
const AGAIN_AFTER_MS = 250;

/**
 * Reads what an event shows, again and again while the database is away. Otherwise each failover would close every
 * socket that has an event under way, and all of them would resume in the same second.
 */
export function readPatiently<Result>(read: () => Result): Result | Promise<Awaited<Result>> {
  const result = read();
  if (!(result instanceof Promise)) return result;
  const givenUpAt = performance.now() + PATIENT_FOR_MS;
  const again = async (error: unknown): Promise<Awaited<Result>> => {
    if (!passes(error) || performance.now() > givenUpAt) throw error;
    await delay(AGAIN_AFTER_MS, undefined, { ref: false });
    try {
      return await read();
    } catch (next) {
      return again(next);
    }
  };
  return result.catch(again) as Promise<Awaited<Result>>;
}

function passes(error: unknown): boolean {
  return error instanceof ReadTimedOutError || error instanceof NoFreeConnectionError || isDatabaseAway(error);
}
