import type { Book } from '../book/book.js';
import type { BookedOrder } from '../book/order-shelf.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import { type HttpAnswer, refusalAnswer } from '../http/answer.js';
import type { Call } from '../http/route.js';
import type { Merchant } from '../merchants/merchant-directory.js';
import type { OrderRegister } from '../orders/order-register.js';
import type { H2hRegister } from './h2h-register.js';

export interface H2hParts {
  readonly book: Book;
  readonly register: OrderRegister;
  readonly h2h: H2hRegister;
  readonly faults: FaultShelf;
  readonly baseUrl: string;
}

export interface H2hCall {
  readonly parts: H2hParts;
  readonly call: Call;
  readonly merchant: Merchant;
}

/** Returns the merchant's order named in the path; null if the merchant has no such order. */
export function ownOrder({ parts: { register }, call, merchant }: H2hCall): BookedOrder | null {
  const booked = register.find(call.param('orderId'));
  return booked?.order.merchantId === merchant.merchantId ? booked : null;
}

/** Returns the reason why this merchant may not use the endpoints; null if it may. */
export function refusedTerminal({ parts: { book }, merchant: { merchantId } }: H2hCall): HttpAnswer | null {
  return book.terminals.of(merchantId).h2h
    ? null
    : refusalAnswer({ status: 403, message: 'Host-to-host cards are not enabled for this terminal.' });
}

export const unknownOrder = refusalAnswer({ status: 404, message: 'The merchant has no such order.' });

/** The interface does not document the answer before a card was sent. 404 is this sandbox's assumption. */
export const noCardYet = refusalAnswer({ status: 404, message: 'No card was sent for this order.' });
