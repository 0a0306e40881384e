import { z } from 'zod';
import { customerSchema } from '../terminals/customer.schema.js';
import { payInMethods } from '../terminals/pay-in-method.js';
import { type OrderStatus, orderStatuses } from './order-status.states.js';

const timestamp = z.iso.datetime();

/** The interface's order object: exactly these fields, in this order. */
export const wireOrderSchema = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(orderStatuses).describe('CREATED and PENDING are documented; the others are assumed.'),
    purpose: z.string(),
    amount: z.string().describe('As the merchant wrote it.'),
    commission: z.string(),
    received: z.string().describe('amount less commission'),
    currency: z.string(),
    shopId: z.uuid(),
    terminalId: z.uuid(),
    merchantId: z.uuid(),
    externalId: z.string().describe('Not unique: the provider promises nothing about it.'),
    paymentLink: z.url().describe('Where the merchant redirects the payer.'),
    successUrl: z.url().nullable(),
    payedAt: timestamp.nullable(),
    updatedAt: timestamp,
    createdAt: timestamp,
  })
  .describe('An order as the provider shows it.');

export type WireOrder = z.infer<typeof wireOrderSchema>;

/**
 * An order as stored. `paymentLink` is computed, because stored links would break after a restart on another port. The
 * card of an order created with one is not stored. Fields with a default are missing in old books.
 */
export const orderSchema = wireOrderSchema.omit({ paymentLink: true }).extend({
  failUrl: z.url().nullable(),
  expiresAt: timestamp,
  method: z.enum(payInMethods).default('page').describe('How it is to be paid; unknown: extraParams was wrong.'),
  extraParams: z.string().nullable().default(null),
  customer: customerSchema.nullable().default(null).describe('The payer, as far as the interface names the fields.'),
  declineReason: z.string().nullable().default(null).describe('Why the terminal declines it; null: it does not.'),
});

export type Order = z.infer<typeof orderSchema>;

/** Returns the order after a move. Only a payment sets `payedAt`. */
export function movedOrder({ order, to, at }: { order: Order; to: OrderStatus; at: string }): Order {
  return { ...order, status: to, updatedAt: at, payedAt: to === 'PAID' ? at : order.payedAt };
}

export function paymentLinkOf({ orderId, baseUrl }: { orderId: string; baseUrl: string }): string {
  return `${baseUrl}/pay/${orderId}`;
}

/** Returns the order object for answers and webhooks, which has no `failUrl`. */
export function toWireOrder({ order, baseUrl }: { order: Order; baseUrl: string }): WireOrder {
  return {
    id: order.id,
    status: order.status,
    purpose: order.purpose,
    amount: order.amount,
    commission: order.commission,
    received: order.received,
    currency: order.currency,
    shopId: order.shopId,
    terminalId: order.terminalId,
    merchantId: order.merchantId,
    externalId: order.externalId,
    paymentLink: paymentLinkOf({ orderId: order.id, baseUrl }),
    successUrl: order.successUrl,
    payedAt: order.payedAt,
    updatedAt: order.updatedAt,
    createdAt: order.createdAt,
  };
}
