import { z } from 'zod';
import type { PurserClient } from '../tour/purser-client.js';

export interface PayoutInput {
  readonly amount: string;
  readonly currency: string;
  readonly paymentType: string;
  readonly recipient: Readonly<Record<string, string>>;
}

const payoutSchema = z.object({ id: z.string(), providerPayoutId: z.string().nullable() });
const payloadSchema = z.object({
  payload: z.object({ payout: payoutSchema.nullable(), userErrors: z.array(z.object({ message: z.string() })) }),
});

type Payout = z.infer<typeof payoutSchema>;

/** Creates a payout, which is sent when nothing speaks against it. */
export function sendPayout(
  client: PurserClient,
  input: PayoutInput & { readonly idempotencyKey: string; readonly externalId: string },
): Promise<Payout> {
  return call(client, 'createPayout', input);
}

/** Declines a payout that waits, as a second person. */
export function declinePayout(client: PurserClient, payoutId: string, reason: string): Promise<Payout> {
  return call(client, 'declinePayout', { payoutId, reason });
}

/** Takes back a payout that waits. */
export function withdrawPayout(client: PurserClient, payoutId: string): Promise<Payout> {
  return call(client, 'withdrawPayout', { payoutId });
}

async function call(client: PurserClient, mutation: string, input: object): Promise<Payout> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
  const { payload } = await client.request(
    `mutation ($input: ${type}) {
      payload: ${mutation}(input: $input) { payout { id providerPayoutId } userErrors { message } }
    }`,
    { input },
    payloadSchema,
  );
  if (payload.payout === null || payload.userErrors.length > 0) {
    throw new Error(`${mutation}: ${payload.userErrors.map(({ message }) => message).join('; ')}`);
  }
  return payload.payout;
}
