import { WakeUp } from './wake-up.port.js';

// Ten reads a second of a replica, each of one range of an index. Half of it is the delay that people see.
const QUICK_POLL_MS = 100;

/** No hints at all: readers look often. It needs no session of the database, so it works through any pooler. */
export class PollWakeUp extends WakeUp {
  override readonly pollIntervalMs = QUICK_POLL_MS;

  override onWakeUp(): void {
    // There are no hints to hear.
  }

  override announce(): void {
    // Every reader looks soon.
  }
}
