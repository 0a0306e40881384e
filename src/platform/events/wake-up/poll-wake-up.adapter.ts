import { WakeUp } from './wake-up.port.js';

// Ten reads a second per replica, each of one index range. A change is seen after half of this time on average.
const QUICK_POLL_MS = 100;

/** Sends no hints, so readers poll frequently. Needs no database session, so it works through any pooler. */
export class PollWakeUp extends WakeUp {
  override readonly pollIntervalMs = QUICK_POLL_MS;

  override onWakeUp(): void {
    // Does nothing, because there are no hints to receive.
  }

  override announce(): void {
    // Does nothing, because every reader polls soon.
  }
}
