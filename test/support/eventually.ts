import { setTimeout as pause } from 'node:timers/promises';

// The services under test answer in milliseconds; a whole check interval with its lease still fits.
const LIMIT_MS = 40_000;
const SHORTEST_MS = 20;
// What takes long is asked for less often, or waiting would take the processor from what is waited for.
const SHARE_OF_WAIT = 0.05;

/**
 * Waits until `probe` gives something other than null or undefined, and returns it. For what announces itself nowhere;
 * everything else is awaited through a subscription.
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
