import { randomUUID } from 'node:crypto';
import { Chaos } from '../faults/chaos.js';
import { faultCatalogue } from '../faults/fault-catalogue.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import { chaosSchema } from '../faults/chaos.schema.js';
import { type Answer, redirectAnswer, refusalAnswer } from '../http/answer.js';
import type { Route } from '../http/route.js';
import type { OrderRegister } from '../orders/order-register.js';
import type { PayoutRegister } from '../payouts/payout-register.js';
import { indexPage, nameOf, NO_FAULT } from './index-page-view.js';

/** One or two screens each of orders and payouts. The book shows all of them. */
const ROWS_SHOWN = 25;

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
    {
      method: 'post',
      path: '/faults/{name}',
      booked: false,
      respond: ({ param }) => play({ faults, name: param('name') }),
    },
  ];
}

/** Sets a fault for the next request. Its fields are drawn at random, so pressing again may show another variant. */
function play({ faults, name }: { faults: FaultShelf; name: string }): Answer {
  if (name === NO_FAULT) {
    faults.removeAll();
    return backToFaults;
  }
  const known = faultCatalogue.find((entry) => nameOf(entry) === name);
  if (known === undefined) return refusalAnswer({ status: 404, message: 'There is no such fault.' });
  const { on, fault } = known;
  const plan = chaosSchema.parse({ seed: randomUUID(), rates: { [on]: { [fault]: 1 } } });
  const rule = new Chaos(plan).draw(on);
  if (rule !== null) faults.add(rule);
  return backToFaults;
}

const backToFaults = redirectAnswer({ status: 303, location: '/#faults' });

function newest<Booked>(all: readonly Booked[]): Booked[] {
  return all.slice(-ROWS_SHOWN).reverse();
}
