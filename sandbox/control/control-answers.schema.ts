import { z } from 'zod';
import { moveCauses } from '../book/book-record.schema.js';
import { maskedCardSchema } from '../cards/masked-card.schema.js';
import { faultRuleSchema } from '../faults/fault-rule.schema.js';
import { h2hStatusSchema } from '../h2h/h2h-stage.schema.js';
import { orderSchema, wireOrderSchema } from '../orders/order.schema.js';
import { orderStatuses } from '../orders/order-status.states.js';
import { payoutSchema } from '../payouts/payout.schema.js';
import { payoutStatuses } from '../payouts/payout-status.states.js';
import { terminalSettingsSchema } from '../terminals/terminal.schema.js';

const at = z.iso.datetime();
const status = z.enum(orderStatuses);
const payoutStatus = z.enum(payoutStatuses);

const { failUrl, expiresAt, method, extraParams, customer, declineReason } = orderSchema.shape;
const cause = z.enum(moveCauses);

export const bookedOrderSchema = wireOrderSchema.extend({
  failUrl,
  expiresAt,
  method,
  extraParams,
  customer,
  declineReason,
  moves: z.array(z.strictObject({ at, from: status, to: status, cause }).readonly()).readonly(),
  outcome: z
    .strictObject({ to: status, cause, dueAt: at.nullable() })
    .readonly()
    .nullable()
    .describe('What the service will do, or has done, with the order by itself.'),
  cards: z
    .array(
      maskedCardSchema
        .extend({ at, via: z.enum(['h2h', 'order']), outcome: z.enum(['taken', 'refused', 'lost']) })
        .readonly(),
    )
    .readonly()
    .describe('Every card that came for this order, refused ones too.'),
  codes: z
    .array(
      z
        .strictObject({
          at,
          round: z.int().describe('One more than the wrong codes before it.'),
          outcome: z.enum(['right', 'wrong', 'refused', 'lost']),
        })
        .readonly(),
    )
    .readonly()
    .describe('Every SMS code that came for this order, refused ones too.'),
  h2h: h2hStatusSchema
    .extend({ testCard: z.string(), stageDueAt: at.nullable() })
    .readonly()
    .nullable()
    .describe('What the H2H session shows now; null: no card was taken host to host.'),
});

export const bookedPayoutSchema = payoutSchema.extend({
  moves: z
    .array(
      z
        .strictObject({ at, from: payoutStatus, to: payoutStatus, cause: z.enum(['service', 'control', 'fault']) })
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
    payoutId: z.uuid().nullable(),
    callbackUrl: z.url().nullable().describe("null: the address of the merchant's settings."),
    signature: z.enum(['none', 'valid', 'wrong']),
    body: z.string(),
    fault: z.string().nullable(),
    queuedAt: at,
    dueAt: at.nullable().describe("null: held back until the payout's next webhook has been called."),
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

export const bookSchema = z.strictObject({
  orders: z.array(bookedOrderSchema),
  payouts: z.array(bookedPayoutSchema),
  requests: z.array(bookedRequestSchema).readonly(),
  webhooks: z.array(bookedWebhookSchema).readonly(),
});

const acknowledgementSchema = z
  .strictObject({
    at,
    webhookId: z.uuid(),
    orderId: z.uuid().nullable(),
    payoutId: z.uuid().nullable(),
    url: z.url().nullable().describe("The payout's callbackUrl; null: the address of the merchant's settings."),
    token: z.string().nullable().describe("The last part of the url's path."),
    bodySha256: z.string(),
    status: z.int().min(200).max(299),
  })
  .readonly();

const balanceSchema = z.strictObject({ merchantId: z.uuid(), currency: z.string(), amount: z.string() }).readonly();

const faultDetails = z.object({ id: z.uuid(), remaining: z.int().nullable() });

export const faultListSchema = z.strictObject({ faults: z.array(z.intersection(faultRuleSchema, faultDetails)) });
export const payoutListSchema = z.strictObject({ payouts: z.array(bookedPayoutSchema) });
export const payoutIdsSchema = z.strictObject({ ids: z.array(z.uuid()) });
export const acknowledgementListSchema = z.strictObject({ acknowledgements: z.array(acknowledgementSchema) });
export const balanceListSchema = z.strictObject({ balances: z.array(balanceSchema) });
export const terminalListSchema = z.strictObject({
  terminals: z.array(terminalSettingsSchema.extend({ merchantId: z.uuid(), terminalId: z.uuid() })),
});
export const testCardListSchema = z.strictObject({
  rightCode: z.string(),
  testCards: z.array(
    z.strictObject({
      name: z.string(),
      cardNumber: z.string(),
      does: z.string(),
      inOrder: status.nullable().describe('What becomes of an order created with the card in it; null: nothing.'),
    }),
  ),
});
export const chaosEndedSchema = z.strictObject({ ended: z.literal(true) });
export const faultIdSchema = z.strictObject({ id: z.uuid() });
export const webhookIdsSchema = z.strictObject({ ids: z.array(z.uuid()) });
export const idleSchema = z.strictObject({ idle: z.boolean() });
export const countersSchema = z.strictObject({
  requests: z.record(z.string(), z.int()),
  busiestSecond: z.int().describe('The most requests that came within one second, wherever it begins.'),
});
export const resetSchema = z.strictObject({ reset: z.literal(true) });
export const refusalSchema = z.strictObject({ message: z.string(), field: z.string().nullable() });
