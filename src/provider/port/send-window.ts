/**
 * The longest time between claim and send, step 3 of the payout protocol. Another replica's sweep may end an older
 * claim, so a request without a token and a connection by then is never sent. All changes have the same window, because
 * nobody waits longer for any of them.
 */
export const SEND_WINDOW_MS = 2_000;

/** The period in which a change may be written to the socket. */
export interface SendWindow {
  /**
   * A `performance.now()` value; for a claimed payout, the time before its attempt was written plus `SEND_WINDOW_MS`.
   * It can only shorten the window that starts with the call.
   */
  readonly sendBefore: number;
  /** Checked immediately before the first byte is written, in addition to `sendBefore`. */
  readonly isOpen: () => boolean;
}
