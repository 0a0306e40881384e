/**
 * The time between claim and send, step 3 of the payout protocol. Another replica's sweep may end an older claim, so a
 * request that has no token and no connection by then is never sent. The same for every change, because no one waits
 * longer.
 */
export const SEND_WINDOW_MS = 2_000;

/** Until when a change may be written. */
export interface SendWindow {
  /**
   * By `performance.now()`: for a claimed payout, the time before its attempt was written plus `SEND_WINDOW_MS`. It can
   * only shorten the window that starts with the call.
   */
  readonly sendBefore: number;
  /** Checked immediately before the first byte, besides `sendBefore`. */
  readonly isOpen: () => boolean;
}
