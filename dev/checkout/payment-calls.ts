import { z } from 'zod';
import type { PurserApi } from './purser-api.js';
import type { CardBody } from './request-body.js';
import { basketTotal, CURRENCY, PURPOSE } from './sample-basket.js';

const payloadSchema = z.object({
  order: z.object({ id: z.string() }).nullable(),
  userErrors: z.array(z.object({ code: z.string(), field: z.array(z.string()).nullable() })),
});

export type Payload = z.infer<typeof payloadSchema>;

/** Creates the order for the basket. Calls with the same attempt id return the same order. */
export async function createOrder(api: PurserApi, attempt: string): Promise<Payload> {
  const data = await api.request(
    `mutation ($input: CreateOrderInput!) {
      createOrder(input: $input) { order { id } userErrors { code field } }
    }`,
    {
      input: {
        method: 'CARD_H2H',
        amount: basketTotal(),
        currency: CURRENCY,
        purpose: PURPOSE,
        idempotencyKey: `sample-checkout-${attempt}`,
      },
    },
    z.object({ createOrder: payloadSchema }),
  );
  return data.createOrder;
}

/** Sends the card, at most once per order, even if called repeatedly. */
export async function submitCard(api: PurserApi, orderId: string, card: CardBody): Promise<Payload> {
  const data = await api.request(
    `mutation ($input: SubmitH2hCardInput!) {
      submitH2hCard(input: $input) { order { id } userErrors { code field } }
    }`,
    { input: { orderId, card } },
    z.object({ submitH2hCard: payloadSchema }),
  );
  return data.submitH2hCard;
}

/** Sends the SMS code, once per prompt of the bank. */
export async function submitCode(api: PurserApi, orderId: string, code: string): Promise<Payload> {
  const data = await api.request(
    `mutation ($input: SubmitH2hCodeInput!) {
      submitH2hCode(input: $input) { order { id } userErrors { code field } }
    }`,
    { input: { orderId, code } },
    z.object({ submitH2hCode: payloadSchema }),
  );
  return data.submitH2hCode;
}

/** Creates a new order in place of a failed one. A repeated call returns the same order. */
export async function retryOrder(api: PurserApi, orderId: string): Promise<Payload> {
  const data = await api.request(
    `mutation ($input: RetryOrderInput!) {
      retryOrder(input: $input) { order { id } userErrors { code field } }
    }`,
    { input: { orderId } },
    z.object({ retryOrder: payloadSchema }),
  );
  return data.retryOrder;
}
