/** How late a change can be seen if its hint was lost. */
export const SLOW_POLL_MS = 1_000;

/**
 * Tells every replica that the log has grown. Only a hint: a lost one costs a reader the rest of its poll interval, so
 * a carrier need neither store nor repeat it. Injectable by its class.
 */
export abstract class WakeUp {
  /** How long a reader without a hint waits before it polls. */
  abstract readonly pollIntervalMs: number;

  /** Calls `listener` whenever the log may have grown, on this replica or another. */
  abstract onWakeUp(listener: () => void): void;

  abstract announce(): void;
}
