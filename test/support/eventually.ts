import { setTimeout as pause } from 'node:timers/promises';

// The services under test answer in milliseconds; a whole check interval with its lease still fits.
const LIMIT_MS = 40_000;
const INTERVAL_MS = 20;

/**
 * Waits until `probe` gives something other than null or undefined, and returns it. For what announces itself nowhere;
 * everything else is awaited through a subscription.
 */
export async function eventually<Found>(what: string, probe: () => Promise<Found | null | undefined>): Promise<Found> {
  const giveUpAt = performance.now() + LIMIT_MS;
  for (;;) {
    const found = await probe();
    if (found !== null && found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error(`It did not happen in time: ${what}`);
    await pause(INTERVAL_MS);
  }
}
