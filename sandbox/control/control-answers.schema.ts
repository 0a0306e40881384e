import { z } from 'zod';
import { faultRuleSchema } from '../faults/fault-rule.schema.js';
import { wireOrderSchema } from '../orders/order.schema.js';
import { orderStatuses } from '../orders/order-status.states.js';

const at = z.iso.datetime();
const status = z.enum(orderStatuses);

/** What the control API answers about an order. */
export const bookedOrderSchema = wireOrderSchema.extend({
  failUrl: z.url().nullable(),
  expiresAt: at,
  moves: z
    .array(
      z
        .strictObject({ at, from: status, to: status, cause: z.enum(['payer', 'control', 'expiry', 'fault']) })
        .readonly(),
    )
    .readonly(),
});

const bookedRequestSchema = z
  .strictObject({
    id: z.uuid(),
    method: z.string(),
    path: z.string(),
    endpoint: z.string(),
    receivedAt: at,
    merchantId: z.uuid().nullable(),
    fault: z.string().nullable(),
    status: z.int().nullable(),
    answeredAt: at.nullable(),
  })
  .readonly();

const bookedWebhookSchema = z
  .strictObject({
    id: z.uuid(),
    orderId: z.uuid().nullable(),
    body: z.string(),
    fault: z.string().nullable(),
    queuedAt: at,
    dueAt: at,
    attempts: z
      .array(
        z
          .strictObject({ at, bodySha256: z.string(), status: z.int().nullable(), error: z.string().nullable() })
          .readonly(),
      )
      .readonly(),
    outcome: z.enum(['pending', 'delivered', 'givenUp', 'lost']),
  })
  .readonly();

/** Everything in the book. */
export const bookSchema = z.strictObject({
  orders: z.array(bookedOrderSchema),
  requests: z.array(bookedRequestSchema).readonly(),
  webhooks: z.array(bookedWebhookSchema).readonly(),
});

const faultDetails = z.object({ id: z.uuid(), remaining: z.int().nullable() });

export const faultListSchema = z.strictObject({ faults: z.array(z.intersection(faultRuleSchema, faultDetails)) });
export const faultIdSchema = z.strictObject({ id: z.uuid() });
export const webhookIdsSchema = z.strictObject({ ids: z.array(z.uuid()) });
export const idleSchema = z.strictObject({ idle: z.boolean() });
export const countersSchema = z.strictObject({ requests: z.record(z.string(), z.int()) });
export const resetSchema = z.strictObject({ reset: z.literal(true) });
export const refusalSchema = z.strictObject({ message: z.string(), field: z.string().nullable() });
