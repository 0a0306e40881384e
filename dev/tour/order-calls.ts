import { z } from 'zod';
import type { PurserClient } from './purser-client.js';

const changeSchema = z.object({
  cursor: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  cause: z.string(),
  occurredAt: z.string(),
});

const orderSchema = z.object({
  id: z.string(),
  providerOrderId: z.string().nullable(),
  externalId: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string().nullable(),
  purpose: z.string().nullable(),
  paymentLink: z.string().nullable(),
  timeline: z.array(changeSchema),
});

export type Order = z.infer<typeof orderSchema>;

export type OrderChange = z.infer<typeof changeSchema>;

const ORDER_FIELDS = `
  id providerOrderId externalId status amount currency purpose paymentLink
  timeline { cursor from to cause occurredAt }`;

export async function createOrder(
  client: PurserClient,
  amount: string,
  purpose: string,
  externalId?: string,
): Promise<Order> {
  const { createOrder: payload } = await client.request(
    `mutation ($input: CreateOrderInput!) {
      createOrder(input: $input) { order { ${ORDER_FIELDS} } userErrors { message } }
    }`,
    { input: { amount, currency: 'EUR', purpose, externalId, successUrl: 'https://shop.example/thanks' } },
    z.object({
      createOrder: z.object({
        order: orderSchema.nullable(),
        userErrors: z.array(z.object({ message: z.string() })),
      }),
    }),
  );
  if (payload.order === null) {
    throw new Error(`The order was refused: ${payload.userErrors.map(({ message }) => message).join('; ')}`);
  }
  return payload.order;
}

export async function getOrder(client: PurserClient, id: string): Promise<Order> {
  const { order } = await client.request(
    `query ($id: ID!) { order(id: $id) { ${ORDER_FIELDS} } }`,
    { id },
    z.object({ order: orderSchema }),
  );
  return order;
}

export async function listOrders(client: PurserClient): Promise<Order[]> {
  const { orders } = await client.request(
    `query { orders(first: 10) { nodes { ${ORDER_FIELDS} } } }`,
    {},
    z.object({ orders: z.object({ nodes: z.array(orderSchema) }) }),
  );
  return orders.nodes;
}

export function watchOrder(
  client: PurserClient,
  order: { readonly orderId: string; readonly after: string | undefined },
  listeners: { onEvent: (change: OrderChange) => void; onFailure: (error: Error) => void },
): { close(): void } {
  return client.subscribe(
    `subscription ($orderId: ID!, $after: String) {
      orderStatusChanged(orderId: $orderId, after: $after) { cursor from to cause occurredAt order { status amount } }
    }`,
    { ...order },
    z.object({ orderStatusChanged: changeSchema }),
    {
      onEvent: (event) => {
        listeners.onEvent(event.orderStatusChanged);
      },
      onFailure: listeners.onFailure,
    },
  );
}
