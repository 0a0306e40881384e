/** How late a change is seen at most if its hint was lost. */
export const SLOW_POLL_MS = 1_000;

/**
 * Notifies all replicas that the log has grown. This is only a hint: if one is lost, readers see the change at their
 * next poll, so an implementation need neither store nor repeat hints. This class is its injection token.
 */
export abstract class WakeUp {
  /** How long a reader waits for a hint before it polls. */
  abstract readonly pollIntervalMs: number;

  /** Calls `listener` whenever the log may have grown, on this or on another replica. */
  abstract onWakeUp(listener: () => void): void;

  abstract announce(): void;
}
