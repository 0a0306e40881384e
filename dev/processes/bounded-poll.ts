import { setTimeout as delay } from 'node:timers/promises';

export interface PollLimits {
  readonly withinMs: number;
  readonly everyMs?: number;
  /** Aborts the wait: the poll rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks `question` until it answers true. Resolves to false after `withinMs`. Its timers keep the process alive. */
export async function pollUntil(question: () => boolean | Promise<boolean>, limits: PollLimits): Promise<boolean> {
  // Monotonic, so that a change of the system clock neither ends the wait early nor stretches it.
  const deadline = performance.now() + limits.withinMs;
  for (;;) {
    limits.signal?.throwIfAborted();
    if (await question()) return true;
    if (performance.now() >= deadline) return false;
    await delay(limits.everyMs ?? 20, undefined, limits.signal === undefined ? {} : { signal: limits.signal });
  }
}
