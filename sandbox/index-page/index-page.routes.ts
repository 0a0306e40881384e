import type { FaultShelf } from '../faults/fault.shelf.js';
import type { Route } from '../http/route.js';
import type { OrderRegister } from '../orders/order.register.js';
import { indexPage } from './index-page.view.js';

/** What fits on a screen or two; the book has the rest. */
const ORDERS_SHOWN = 25;

/** The front page of the sandbox. */
export function indexPageRoutes({
  register,
  faults,
  baseUrl,
}: {
  register: OrderRegister;
  faults: FaultShelf;
  baseUrl: string;
}): Route[] {
  return [
    {
      method: 'get',
      path: '/',
      booked: false,
      respond: () =>
        indexPage({
          baseUrl,
          recentOrders: register
            .list()
            .slice(-ORDERS_SHOWN)
            .reverse()
            .map(({ order }) => order),
          armedFaults: faults.list(),
        }),
    },
  ];
}
