import type { Book } from '../book/book.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import { jsonAnswer } from '../http/answer.js';
import type { H2hRegister } from '../h2h/h2h-register.js';
import type { Route } from '../http/route.js';
import type { OrderRegister } from '../orders/order-register.js';
import type { PayoutRegister } from '../payouts/payout-register.js';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher.js';
import { viewBook } from './book-view.js';

interface BookParts {
  readonly book: Book;
  readonly register: OrderRegister;
  readonly h2h: H2hRegister;
  readonly payouts: PayoutRegister;
  readonly dispatcher: WebhookDispatcher;
  readonly faults: FaultShelf;
  readonly baseUrl: string;
}

export function bookRoutes(parts: BookParts): Route[] {
  const { book, baseUrl } = parts;
  return [
    {
      method: 'get',
      path: '/control/book',
      booked: false,
      respond: () => jsonAnswer({ status: 200, body: viewBook({ book, baseUrl }) }),
    },
    {
      method: 'get',
      path: '/control/counters',
      booked: false,
      respond: () => {
        const { requests } = book;
        const body = { requests: requests.countByEndpoint(), busiestSecond: requests.busiestSecond };
        return jsonAnswer({ status: 200, body });
      },
    },
    {
      method: 'post',
      path: '/control/reset',
      booked: false,
      respond: async () => {
        await reset(parts);
        return jsonAnswer({ status: 200, body: { reset: true } });
      },
    },
  ];
}

/** Empties the sandbox but keeps its settings: tests that reset it between cases still need their webhook addresses. */
async function reset({ book, register, h2h, payouts, dispatcher, faults }: BookParts): Promise<void> {
  faults.removeAll();
  faults.endChaos();
  register.stopTimers();
  h2h.stopSteps();
  payouts.stopSteps();
  await dispatcher.clear();
  await book.empty();
}
