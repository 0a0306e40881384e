import * as z from 'zod';
import { compareDecimals } from '../../common/decimal.js';
import type { Reading } from '../client/answer-reading.js';
import type { NewProviderOrder, ProviderCard, ProviderOrder } from '../port/orders.port.js';
import type { ProviderProfile } from '../profile/provider-profile.js';
import { translateStatus } from '../profile/status-words.js';
import { flawsOf, malformed, malformedBy, mismatchIn } from './answer-flaws.js';
import { detailsOf } from './provider-details.js';
import { wireWebAddress } from './field.schema.js';
import { type WireOrder, wireOrder, wireOrderReadBack, wireOrderStatus } from './order.schema.js';

/** Writes the body of `POST /v1/orders`. Leaves out null, because the provider may reject undocumented values. */
export function writeNewOrder(order: NewProviderOrder): string {
  return JSON.stringify({
    amount: order.amount,
    currency: order.currency ?? undefined,
    successUrl: order.successUrl ?? undefined,
    failUrl: order.failUrl ?? undefined,
    externalId: order.externalId,
    purpose: order.purpose ?? undefined,
    extraParams: order.extraParams ?? undefined,
    customer: order.customer ?? undefined,
    card: order.card ? toWireCard(order.card) : undefined,
  } satisfies Record<keyof NewProviderOrder, unknown>);
}

/** Unwraps the card's secrets; no other code does. The result goes into the body of a single request. */
export function toWireCard({ cardholderName, cardNumber, cvv, expiryDate }: ProviderCard): Record<string, string> {
  return { cardholderName, cardNumber: cardNumber.reveal(), cvv: cvv.reveal(), expiryDate };
}

/**
 * Reads the answer to a creation. It binds a provider id to our order, so it must prove that it is about this order: an
 * equal amount, and no external id or currency other than those we sent.
 */
export function readCreatedOrder(
  profile: ProviderProfile,
  asked: NewProviderOrder,
  json: unknown,
): Reading<ProviderOrder> {
  const parsed = wireOrder(profile).safeParse(json);
  if (!parsed.success) return malformed(parsed.error);
  const order = parsed.data;
  if (order.id === null) return malformedBy('id is missing');
  if (order.amount === null) return malformedBy('amount is missing');
  // A payer whose card was in the request needs no link. All others cannot pay without one.
  if (order.paymentLink === null && !asked.card) {
    const link = z.object({ paymentLink: wireWebAddress }).safeParse(json);
    return link.success ? malformedBy('paymentLink is missing') : malformed(link.error);
  }
  if (compareDecimals(order.amount, asked.amount) !== 0) return mismatchIn('amount');
  if (order.externalId !== null && order.externalId !== asked.externalId) return mismatchIn('externalId');
  if (order.currency !== null && asked.currency !== null && order.currency.text !== asked.currency)
    return mismatchIn('currency');
  // The answer may repeat the card and its security code, and no pattern recognises every security code.
  const details = asked.card ? [] : detailsOf(json, ORDER_FIELDS);
  return { ok: true, value: toProviderOrder(profile, order.id, { order, unreadable: [], details }) };
}

/**
 * Reads the answer to a read-back. It may lack an id, but must not have another order's. An unreadable field only loses
 * its value, because the purpose of a read-back is the status.
 */
export function readOrderReadBack(
  profile: ProviderProfile,
  providerOrderId: string,
  json: unknown,
): Reading<ProviderOrder> {
  const isWhole = profile.orderReadBack === 'order';
  const strict = (isWhole ? wireOrder(profile) : wireOrderStatus).safeParse(json);
  const parsed = strict.success || !isWhole ? strict : wireOrderReadBack(profile).safeParse(json);
  if (!parsed.success) return malformed(parsed.error);
  const order: WireOrder = { ...NOTHING_SAID, ...parsed.data };
  if (order.id !== null && order.id !== providerOrderId) return malformedBy('id is that of another order');
  const unreadable = strict.success ? [] : flawsOf(strict.error);
  const details = detailsOf(json, ORDER_FIELDS);
  return { ok: true, value: toProviderOrder(profile, providerOrderId, { order, unreadable, details }) };
}

/** Fields of an order that have a column in Purser, or that the payer entered. */
const ORDER_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'status', 'amount', 'currency', 'commission', 'received', 'purpose', 'externalId', 'paymentLink'],
  ...['successUrl', 'failUrl', 'payedAt', 'extraParams', 'customer', 'card'],
]);

const NOTHING_SAID: Omit<WireOrder, 'status' | 'payedAt'> = {
  id: null,
  externalId: null,
  amount: null,
  currency: null,
  commission: null,
  received: null,
  paymentLink: null,
  updatedAt: null,
};

function toProviderOrder(
  profile: ProviderProfile,
  providerOrderId: string,
  { order, ...read }: { readonly order: WireOrder } & Pick<ProviderOrder, 'unreadable' | 'details'>,
): ProviderOrder {
  return {
    providerOrderId,
    providerStatus: order.status,
    // A payment time means paid, whatever the status: the money has arrived, and only a few statuses are documented.
    status: order.payedAt === null ? translateStatus(profile.orderStatusWords, order.status) : 'PAID',
    externalId: order.externalId,
    amount: order.amount,
    currency: order.currency?.code ?? null,
    commission: order.commission,
    received: order.received,
    paymentLink: order.paymentLink,
    // Null if the time is not ISO 8601, which the interface does not promise.
    paidAt: order.payedAt?.time ?? null,
    updatedAt: order.updatedAt,
    ...read,
  };
}
