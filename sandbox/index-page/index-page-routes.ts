import type { FaultShelf } from '../faults/fault-shelf.js';
import type { Route } from '../http/route.js';
import type { OrderRegister } from '../orders/order-register.js';
import type { PayoutRegister } from '../payouts/payout-register.js';
import { indexPage } from './index-page-view.js';

/** Of orders and of payouts: what fits on a screen or two; the book has the rest. */
const ROWS_SHOWN = 25;

/** The front page of the sandbox. */
export function indexPageRoutes({
  register,
  payouts,
  faults,
  baseUrl,
}: {
  register: OrderRegister;
  payouts: PayoutRegister;
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
          recentOrders: newest(register.list()).map(({ order }) => order),
          recentPayouts: newest(payouts.list()).map(({ payout }) => payout),
          armedFaults: faults.list(),
        }),
    },
  ];
}

function newest<Booked>(all: readonly Booked[]): Booked[] {
  return all.slice(-ROWS_SHOWN).reverse();
}
