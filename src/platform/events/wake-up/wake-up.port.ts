/** How late a change can be seen when its hint was lost. */
export const SLOW_POLL_MS = 1_000;

/**
 * Tells every replica that the log has grown. Only a hint: a lost one costs a reader the rest of its poll interval, so a
 * carrier need neither keep nor repeat one. Injectable by its class.
 */
export abstract class WakeUp {
  /** How long a reader that gets no hint waits until it looks. */
  abstract readonly pollIntervalMs: number;

  /** Has `listener` called whenever the log may have grown, on this replica or another. */
  abstract onWakeUp(listener: () => void): void;

  /** Wakes every replica soon. */
  abstract announce(): void;
}
