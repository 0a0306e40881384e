/**
 * The payout protocol's bound between claim and send, step 3. A claim older than this may be ended by the sweep of
 * another replica, so a request that has no token and no connection by then is not sent at all. The same for every
 * change, for nobody waits longer.
 */
export const SEND_WINDOW_MS = 2_000;

/** Until when a change may be written. */
export interface SendWindow {
  /**
   * An instant of `performance.now()`: for a claimed payout, that before its attempt was written plus `SEND_WINDOW_MS`.
   * It can only shorten the window that begins with the call, never prolong it.
   */
  readonly sendBefore: number;
  /** Asked in the last moment before the first byte, beside `sendBefore`. */
  readonly isOpen: () => boolean;
}
