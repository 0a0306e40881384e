import type { Desk } from './desk.js';
import { recordedPayout } from './payouts.js';

/**
 * Opens and closes a desk for a suite about payouts under provider faults. No fault outlasts its test.
 * @param open opens the desk, and may prepare more on it
 */
export function faultStage(open: () => Promise<Desk>): void {
  let desk: Desk | undefined;
  beforeAll(async () => {
    desk = await open();
  });
  beforeEach(async () => {
    // A successful call between the faults; five failures in a row would open the circuit breaker.
    if (desk) await recordedPayout(desk.purser.api);
  });
  afterEach(() => desk?.sandbox.clearFaults());
  afterAll(() => desk?.close());
}
