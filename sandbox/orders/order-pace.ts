import { z } from 'zod';

/** A day, which is how long the slowest real services take. */
const LONGEST_STEP_MS = 86_400_000;

const stepDelay = z.int().min(0).max(LONGEST_STEP_MS).nullable();

/** How fast cards and orders move on their own. A change applies to steps that begin after it. */
export const orderPaceSchema = z.strictObject({
  h2hStageDelayMs: stepDelay.describe(
    'How long an H2H session shows a stage that nobody reads; null: until it is read.',
  ),
  orderOutcomeDelayMs: stepDelay.describe(
    'From the end of a card or transfer, or the creation of an order to be declined, to the final order status; ' +
      'null: only the control API moves on.',
  ),
});

export type OrderPace = z.infer<typeof orderPaceSchema>;

/** Seconds, so that a person sees every stage, and sees H2H SUCCESS before the order is paid. */
export const everydayOrderPace: OrderPace = { h2hStageDelayMs: 2_000, orderOutcomeDelayMs: 1_000 };
