import { setTimeout as delay } from 'node:timers/promises';
import { ReadTimedOutError } from '../database/reads/timed-read.js';
import { NoFreeConnectionError } from '../database/connection/guarded-pool.js';
import { isDatabaseAway } from '../database/connection/passing-errors.js';

// A failover takes less than half a minute. If it takes longer, the socket closes and the client reconnects.
const PATIENT_FOR_MS = 60_000;

// The same for all reads, so that waiting reads retry together and loaders can batch them.
const AGAIN_AFTER_MS = 250;

/**
 * Retries reads for an event while the database is unavailable. Otherwise each failover would close every socket that
 * is delivering an event, and all clients would resume in the same second.
 */
export function retryWhileAway<Result>(read: () => Result): Result | Promise<Awaited<Result>> {
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
