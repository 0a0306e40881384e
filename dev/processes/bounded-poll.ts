import { setTimeout as delay } from 'node:timers/promises';

export interface PollLimits {
  readonly withinMs: number;
  readonly everyMs?: number;
  /** Aborts the wait. The poll rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Polls `question` until it returns true. Resolves to false after `withinMs`. Its timers keep the process alive. */
export async function pollUntil(question: () => boolean | Promise<boolean>, limits: PollLimits): Promise<boolean> {
  // Monotonic, so that a change of the system clock neither shortens nor extends the wait.
  const deadline = performance.now() + limits.withinMs;
  for (;;) {
    limits.signal?.throwIfAborted();
    if (await question()) return true;
    if (performance.now() >= deadline) return false;
    await delay(limits.everyMs ?? 20, undefined, limits.signal === undefined ? {} : { signal: limits.signal });
  }
}
