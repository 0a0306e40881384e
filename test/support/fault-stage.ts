import type { Desk } from './desk.js';
import { recordedPayout } from './payouts.js';

/**
 * Opens a desk for the suite that calls this, and closes it, for payouts that meet faults of the provider. No fault outlasts its test.
 *
 * @param open opens the desk, and may prepare more on it
 */
export function faultStage(open: () => Promise<Desk>): void {
  let desk: Desk | undefined;
  beforeAll(async () => {
    desk = await open();
  });
  beforeEach(async () => {
    // A call that succeeds between the faults, or five in a row would rightly open the circuit breaker.
    if (desk) await recordedPayout(desk.purser.api);
  });
  afterEach(() => desk?.sandbox.clearFaults());
  afterAll(() => desk?.close());
}
