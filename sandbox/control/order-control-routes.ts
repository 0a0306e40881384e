import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import type { Route } from '../http/route.js';
import type { OrderStatus } from '../orders/order-status.states.js';
import type { OrderRegister } from '../orders/order-register.js';
import { viewOrder } from './book-view.js';

/** The ways to move an order without a browser. */
const controlMoves = [
  { action: 'pending', to: 'PENDING' },
  { action: 'pay', to: 'PAID' },
  { action: 'decline', to: 'DECLINED' },
  { action: 'cancel', to: 'CANCELED' },
  { action: 'expire', to: 'EXPIRED' },
] as const satisfies readonly { action: string; to: OrderStatus }[];

export function orderControlRoutes(parts: { register: OrderRegister; baseUrl: string }): Route[] {
  return [
    {
      method: 'get',
      path: '/control/orders/{orderId}',
      booked: false,
      respond: ({ param }) => show({ ...parts, orderId: param('orderId') }),
    },
    ...controlMoves.map(({ action, to }): Route => ({
      method: 'post',
      path: `/control/orders/{orderId}/${action}`,
      booked: false,
      respond: async ({ param }) => {
        const orderId = param('orderId');
        const outcome = await parts.register.move({ orderId, to, cause: 'control' });
        return outcome.kind === 'refused'
          ? refusalAnswer({ status: 409, message: `An order that is ${outcome.from} cannot become ${to}.` })
          : show({ ...parts, orderId });
      },
    })),
  ];
}

function show({ register, baseUrl, orderId }: { register: OrderRegister; baseUrl: string; orderId: string }): Answer {
  const booked = register.find(orderId);
  return booked === null
    ? refusalAnswer({ status: 404, message: 'There is no such order.' })
    : jsonAnswer({ status: 200, body: viewOrder({ booked, baseUrl }) });
}
