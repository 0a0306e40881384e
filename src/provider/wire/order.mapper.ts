import { compareDecimals } from '../../common/decimal.js';
import type { Reading } from '../client/answer-reading.js';
import type { NewProviderOrder, ProviderCard, ProviderOrder } from '../port/orders.port.js';
import type { ProviderProfile } from '../profile/provider-profile.js';
import { translateStatus } from '../profile/status-words.js';
import { wireInstant } from './field.schema.js';
import { type WireOrder, wireOrder, wireOrderStatus } from './order.schema.js';

const MALFORMED = { ok: false, reason: 'malformed' } as const;
const ECHO_MISMATCH = { ok: false, reason: 'echo_mismatch' } as const;

/** The body of `POST /v1/orders`. A null is left out, since no field but the documented ones is promised. */
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
  });
}

/** The only place where a card leaves its wrapping: what comes of this goes into the body of one request. */
export function toWireCard({ cardholderName, cardNumber, cvv, expiryDate }: ProviderCard): Record<string, string> {
  return { cardholderName, cardNumber: cardNumber.reveal(), cvv: cvv.reveal(), expiryDate };
}

/**
 * The answer to a creation. It binds a provider's id to our order, so it must prove that it speaks of this order: the
 * amount equal by value, and neither the external id nor the currency another than what we sent.
 */
export function readCreatedOrder(
  profile: ProviderProfile,
  asked: NewProviderOrder,
  json: unknown,
): Reading<ProviderOrder> {
  const parsed = wireOrder.safeParse(json);
  if (!parsed.success) return MALFORMED;
  const order = parsed.data;
  if (order.id === null || order.amount === null) return MALFORMED;
  // Who paid with a card in the request is not sent anywhere; everybody else is lost without a link.
  if (order.paymentLink === null && !asked.card) return MALFORMED;
  if (compareDecimals(order.amount, asked.amount) !== 0) return ECHO_MISMATCH;
  if (order.externalId !== null && order.externalId !== asked.externalId) return ECHO_MISMATCH;
  if (order.currency !== null && asked.currency !== null && order.currency.text !== asked.currency)
    return ECHO_MISMATCH;
  return { ok: true, value: toProviderOrder(profile, order.id, order) };
}

/** The answer to a read-back. An id is not promised there, but another order's id is refused. */
export function readOrderReadBack(
  profile: ProviderProfile,
  providerOrderId: string,
  json: unknown,
): Reading<ProviderOrder> {
  const schema = profile.orderReadBack === 'order' ? wireOrder : wireOrderStatus;
  const parsed = schema.safeParse(json);
  if (!parsed.success) return MALFORMED;
  const order: WireOrder = { ...NOTHING_SAID, ...parsed.data };
  if (order.id !== null && order.id !== providerOrderId) return MALFORMED;
  return { ok: true, value: toProviderOrder(profile, providerOrderId, order) };
}

const NOTHING_SAID: Omit<WireOrder, 'status'> = {
  id: null,
  externalId: null,
  amount: null,
  currency: null,
  commission: null,
  received: null,
  paymentLink: null,
  payedAt: null,
  updatedAt: null,
};

function toProviderOrder(profile: ProviderProfile, providerOrderId: string, order: WireOrder): ProviderOrder {
  return {
    providerOrderId,
    providerStatus: order.status,
    // A time of payment means paid whatever the word: the money is there, and of the words little is documented.
    status: order.payedAt === null ? translateStatus(profile.orderStatusWords, order.status) : 'PAID',
    externalId: order.externalId,
    amount: order.amount,
    currency: order.currency?.code ?? null,
    commission: order.commission,
    received: order.received,
    paymentLink: order.paymentLink,
    // It is not promised to be ISO 8601; null when it is not.
    paidAt: order.payedAt === null ? null : wireInstant.parse(order.payedAt),
    updatedAt: order.updatedAt,
  };
}
