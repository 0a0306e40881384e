import { z } from 'zod';

/** A day, which is how long the slowest real services take. */
const LONGEST_STEP_MS = 86_400_000;

const stepDelay = z.int().min(0).max(LONGEST_STEP_MS).nullable();

/** How fast payouts move on their own. A change applies to steps that begin after it. */
export const payoutPaceSchema = z.strictObject({
  payoutProcessingDelayMs: stepDelay.describe('From CREATED to processing; null: only the control API moves on.'),
  payoutCompletionDelayMs: stepDelay.describe('From processing to COMPLETED; null: only the control API moves on.'),
});

export type PayoutPace = z.infer<typeof payoutPaceSchema>;

/** Real payouts take minutes; seconds let a person see every status. */
export const everydayPace: PayoutPace = { payoutProcessingDelayMs: 1_000, payoutCompletionDelayMs: 2_000 };
