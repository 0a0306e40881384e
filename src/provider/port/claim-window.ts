import { SEND_WINDOW_MS, type SendWindow } from './send-window.js';

/**
 * The period in which a claimed payout, order, card or code may be sent. It starts before the attempt is written, so it
 * ends before anything may mark the attempt unknown, however late the COMMIT is acknowledged.
 *
 * Two clocks measure it. The monotonic clock cannot be set, but stops while a machine is suspended; the wall clock
 * continues. The window ends as soon as either clock says so.
 */
export class ClaimWindow implements SendWindow {
  readonly #began = performance.now();
  readonly #beganByWallClock = Date.now();

  readonly sendBefore = this.#began + SEND_WINDOW_MS;

  readonly isOpen = (): boolean => this.ageMs < SEND_WINDOW_MS;

  /** The window's age by whichever clock shows more. */
  get ageMs(): number {
    return Math.max(performance.now() - this.#began, Date.now() - this.#beganByWallClock);
  }
}
