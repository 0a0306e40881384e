import { randomUUID } from 'node:crypto';
import type { GraphqlClient, Subscription } from './graphql-client.js';

export interface PayoutView {
  readonly id: string;
  readonly status: string;
  readonly isFinal: boolean;
  readonly providerPayoutId: string | null;
  readonly amount: string;
  readonly problem: string | null;
  readonly holdReason: string | null;
  readonly recipient: { readonly requisites: string; readonly name: string };
  readonly attempts: readonly { readonly id: string; readonly state: string; readonly reason: string | null }[];
  readonly timeline: readonly { readonly from: string | null; readonly to: string; readonly cause: string }[];
}

export interface PayoutPayload {
  readonly payout: PayoutView | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly message: string;
    readonly field: readonly string[] | null;
  }[];
}

const PAYOUT = `id status isFinal providerPayoutId amount problem holdReason recipient { requisites name }
  attempts { id state reason } timeline { from to cause }`;

let recipients = 0;

/** A valid payout to a recipient of its own, with overrides. */
export function payoutInput(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  recipients += 1;
  return {
    idempotencyKey: randomUUID(),
    amount: '12.50',
    currency: 'BRL',
    paymentType: 'EMAIL',
    recipient: { name: 'Ana Souza', requisites: `ana${recipients}@example.com`, userId: 'user-1' },
    ...overrides,
  };
}

export async function createPayout(
  api: GraphqlClient,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<PayoutPayload> {
  const data = await api.request<{ createPayout: PayoutPayload }>(
    `mutation ($input: CreatePayoutInput!) {
       createPayout(input: $input) { payout { ${PAYOUT} } userErrors { code message field } } }`,
    { input: payoutInput(overrides) },
  );
  return data.createPayout;
}

/** Creates a payout that must be recorded. */
export async function recordedPayout(
  api: GraphqlClient,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<PayoutView> {
  const { payout, userErrors } = await createPayout(api, overrides);
  if (!payout) throw new Error(`No payout was recorded: ${JSON.stringify(userErrors)}`);
  return payout;
}

export async function getPayout(api: GraphqlClient, id: string): Promise<PayoutView> {
  const data = await api.request<{ payout: PayoutView | null }>(`query ($id: ID!) { payout(id: $id) { ${PAYOUT} } }`, {
    id,
  });
  if (!data.payout) throw new Error('There is no such payout');
  return data.payout;
}

export type PayoutSubscription = Subscription<{
  payoutStatusChanged: { readonly to: string; readonly payout: { readonly id: string } };
}>;

export function watchPayouts(api: GraphqlClient): Promise<PayoutSubscription> {
  return api.subscribe('subscription { payoutStatusChanged { cursor from to cause payout { id status } } }');
}

/** Reads a subscription until a payout has reached a status, and returns the statuses seen on the way. */
export async function payoutStatusesUntil(
  subscription: PayoutSubscription,
  id: string,
  status: string,
): Promise<string[]> {
  const seen: string[] = [];
  while (seen.at(-1) !== status) {
    const { payoutStatusChanged: change } = await subscription.next();
    if (change.payout.id === id) seen.push(change.to);
  }
  return seen;
}
