import { z } from 'zod';

/** A webhook that no order triggered: forged, unknown or malformed. One call can send a flood of 1,000. */
export const forgedWebhookSchema = z.strictObject({
  body: z.string().describe('Sent as it is; it need not be JSON.'),
  count: z.int().min(1).max(1000).default(1).describe('How many are sent, all at once.'),
});
