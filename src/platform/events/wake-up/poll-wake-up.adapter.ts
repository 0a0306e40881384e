import { WakeUp } from './wake-up.port.js';

// Ten reads a second per replica, each of one index range. The average delay is half of it.
const QUICK_POLL_MS = 100;

/** Sends no hints: readers poll often. It needs no database session, so it works through any pooler. */
export class PollWakeUp extends WakeUp {
  override readonly pollIntervalMs = QUICK_POLL_MS;

  override onWakeUp(): void {
    // There are no hints to receive.
  }

  override announce(): void {
    // Every reader polls soon.
  }
}
