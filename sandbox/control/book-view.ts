import type { z } from 'zod';
import type { Book } from '../book/book.js';
import type { BookedOrder } from '../book/order-shelf.js';
import type { BookedPayout } from '../book/payout-shelf.js';
import { currentStage } from '../h2h/h2h-session-view.js';
import { toWireOrder } from '../orders/order.schema.js';
import { toWirePayout } from '../payouts/payout.schema.js';
import type { bookedOrderSchema, bookedPayoutSchema, bookSchema } from './control-answers.schema.js';

/** Returns the provider's order object with the provider's internal facts. */
export function viewOrder({
  booked,
  baseUrl,
}: {
  booked: BookedOrder;
  baseUrl: string;
}): z.infer<typeof bookedOrderSchema> {
  const { order, moves, outcome, cards, codes } = booked;
  const { failUrl, expiresAt, method, extraParams, customer, declineReason } = order;
  return {
    ...toWireOrder({ order, baseUrl }),
    failUrl,
    expiresAt,
    method,
    extraParams,
    customer,
    declineReason,
    moves,
    outcome,
    cards,
    codes,
    h2h: viewSession(booked),
  };
}

function viewSession(booked: BookedOrder): z.infer<typeof bookedOrderSchema>['h2h'] {
  const stage = currentStage(booked);
  if (booked.h2h === null || stage === null) return null;
  const { isSmsRequired, status } = stage;
  const { testCard, stageDueAt } = booked.h2h;
  return { isSmsRequired, status, testCard, stageDueAt };
}

/** Returns the provider's payout object with the provider's internal facts. */
export function viewPayout({ payout, moves }: BookedPayout): z.infer<typeof bookedPayoutSchema> {
  const { callbackUrl, currency, serviceId, note, externalId, receivedAt, stepDueAt } = payout;
  return {
    ...toWirePayout(payout),
    callbackUrl,
    currency,
    serviceId,
    note,
    externalId,
    receivedAt,
    stepDueAt,
    moves,
  };
}

export function viewBook({ book, baseUrl }: { book: Book; baseUrl: string }): z.infer<typeof bookSchema> {
  return {
    orders: book.orders.list().map((booked) => viewOrder({ booked, baseUrl })),
    payouts: book.payouts.list().map(viewPayout),
    requests: book.requests.list(),
    webhooks: book.webhooks.list(),
  };
}
