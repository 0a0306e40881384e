import { setTimeout as pause } from 'node:timers/promises';

// The services under test answer in milliseconds, but the limit must cover a whole poll interval with its lease.
const LIMIT_MS = 40_000;
const SHORTEST_MS = 20;
// Slow conditions are polled less often, so that polling does not take the processor from the work it waits for.
const SHARE_OF_WAIT = 0.05;

/**
 * Polls `probe` until it returns something other than null or undefined, and returns that. Only for changes without a
 * subscription; await all others through a subscription.
 */
export async function eventually<Found>(what: string, probe: () => Promise<Found | null | undefined>): Promise<Found> {
  const startedAt = performance.now();
  for (;;) {
    const found = await probe();
    if (found !== null && found !== undefined) return found;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > LIMIT_MS) throw new Error(`It did not happen in time: ${what}`);
    await pause(Math.max(SHORTEST_MS, waitedMs * SHARE_OF_WAIT));
  }
}
