import { setTimeout as delay } from 'node:timers/promises';

export interface PollLimits {
  /** How long to keep asking, in milliseconds. */
  readonly withinMs: number;
  /** Pause between two questions, in milliseconds. */
  readonly everyMs?: number;
  /** Ends the wait at once: the poll rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks `question` until it answers true. Resolves to false when `withinMs` has passed first.
 * The timers hold the process open: whoever polls is waiting for the answer.
 */
export async function pollUntil(question: () => boolean | Promise<boolean>, limits: PollLimits): Promise<boolean> {
  // Monotonic, so that a corrected system clock neither ends a wait early nor stretches it.
  const deadline = performance.now() + limits.withinMs;
  for (;;) {
    limits.signal?.throwIfAborted();
    if (await question()) return true;
    if (performance.now() >= deadline) return false;
    await delay(limits.everyMs ?? 20, undefined, limits.signal === undefined ? {} : { signal: limits.signal });
  }
}
