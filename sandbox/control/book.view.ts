import type { z } from 'zod';
import type { Book } from '../book/book.js';
import type { BookedOrder } from '../book/order.shelf.js';
import { toWireOrder } from '../orders/order.schema.js';
import type { bookedOrderSchema, bookSchema } from './control-answers.schema.js';

/** An order as the control API shows it: the provider's order object, and what the provider keeps to itself. */
export function viewOrder({
  booked: { order, moves },
  baseUrl,
}: {
  booked: BookedOrder;
  baseUrl: string;
}): z.infer<typeof bookedOrderSchema> {
  const { failUrl, expiresAt } = order;
  return { ...toWireOrder({ order, baseUrl }), failUrl, expiresAt, moves };
}

/** Everything in the book, oldest first. */
export function viewBook({ book, baseUrl }: { book: Book; baseUrl: string }): z.infer<typeof bookSchema> {
  return {
    orders: book.orders.list().map((booked) => viewOrder({ booked, baseUrl })),
    requests: book.requests.list(),
    webhooks: book.webhooks.list(),
  };
}
