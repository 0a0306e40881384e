import { SEND_WINDOW_MS, type SendWindow } from './send-window.js';

/**
 * The time in which a claimed payout, order, card or code may be sent. It begins before the attempt is written, so that it is over before
 * anybody may call the attempt unknown, however late the answer to the COMMIT comes.
 *
 * Two clocks measure it. The monotonic one cannot be set, but stands still while a machine is suspended; the wall clock
 * goes on then. Whichever says first that the time is over, is believed.
 */
export class ClaimWindow implements SendWindow {
  readonly #began = performance.now();
  readonly #beganByWallClock = Date.now();

  readonly sendBefore = this.#began + SEND_WINDOW_MS;

  readonly isOpen = (): boolean => this.ageMs < SEND_WINDOW_MS;

  /** How long ago it began, by the clock that says longer. */
  get ageMs(): number {
    return Math.max(performance.now() - this.#began, Date.now() - this.#beganByWallClock);
  }
}
