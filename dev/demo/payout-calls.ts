import { z } from 'zod';
import type { PurserClient } from '../tour/purser-client.js';

export interface PayoutInput {
  readonly amount: string;
  readonly currency: string;
  readonly paymentType: string;
  readonly recipient: Readonly<Record<string, string>>;
}

const errorsSchema = z.array(z.object({ message: z.string() }));

const payoutSchema = z.object({ id: z.string(), providerPayoutId: z.string().nullable() });
const payloadSchema = z.object({
  payload: z.object({ payout: payoutSchema.nullable(), userErrors: errorsSchema }),
});

type Payout = z.infer<typeof payoutSchema>;

/** Creates a payout, which is sent unless something blocks it. */
export function sendPayout(
  client: PurserClient,
  input: PayoutInput & { readonly idempotencyKey: string; readonly externalId: string },
): Promise<Payout> {
  return call(client, 'createPayout', input);
}

export function declinePayout(client: PurserClient, payoutId: string, reason: string): Promise<Payout> {
  return call(client, 'declinePayout', { payoutId, reason });
}

export function withdrawPayout(client: PurserClient, payoutId: string): Promise<Payout> {
  return call(client, 'withdrawPayout', { payoutId });
}

/** Records a transfer of money to the provider. From then on, payouts in this currency need a sufficient balance. */
export async function fundBalance(
  client: PurserClient,
  input: { readonly amount: string; readonly currency: string },
  idempotencyKey: string,
): Promise<void> {
  const { payload } = await client.request(
    `mutation ($input: FundBalanceInput!) { payload: fundBalance(input: $input) { userErrors { message } } }`,
    { input: { ...input, reference: 'Transfer', idempotencyKey } },
    z.object({ payload: z.object({ userErrors: errorsSchema }) }),
  );
  throwIfRefused('fundBalance', payload.userErrors);
}

/** Counts the payouts. Counting stops at 10,000, so there may be more. */
export async function countPayouts(client: PurserClient): Promise<number> {
  const { payouts } = await client.request(
    '{ payouts(first: 1) { totalCount } }',
    {},
    z.object({ payouts: z.object({ totalCount: z.number() }) }),
  );
  return payouts.totalCount;
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
  throwIfRefused(mutation, payload.userErrors);
  if (payload.payout === null) throw new Error(`${mutation} returned no payout`);
  return payload.payout;
}

function throwIfRefused(mutation: string, errors: z.infer<typeof errorsSchema>): void {
  if (errors.length > 0) throw new Error(`${mutation}: ${errors.map(({ message }) => message).join('; ')}`);
}
