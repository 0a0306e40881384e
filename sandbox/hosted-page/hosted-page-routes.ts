import type { BookedOrder } from '../book/order-shelf.js';
import { type Answer, redirectAnswer } from '../http/answer.js';
import type { Route } from '../http/route.js';
import type { OrderRegister } from '../orders/order-register.js';
import { hostedPage, unknownPaymentPage } from './hosted-page-view.js';
import { offeredActions, type PayerAction, payerActions } from './payer-actions.js';

const actions = Object.keys(payerActions) as PayerAction[];

export function hostedPageRoutes({ register }: { register: OrderRegister }): Route[] {
  return [
    {
      method: 'get',
      path: '/pay/{orderId}',
      booked: true,
      respond: ({ param }) => openPage({ register, orderId: param('orderId') }),
    },
    ...actions.map((action): Route => ({
      method: 'post',
      path: `/pay/{orderId}/${action}`,
      booked: true,
      respond: ({ param }) => act({ register, orderId: param('orderId'), action }),
    })),
  ];
}

async function openPage({ register, orderId }: { register: OrderRegister; orderId: string }): Promise<Answer> {
  // The move is refused if the page was opened before or if the order's status is final. The page is shown in any case.
  await register.move({ orderId, to: 'PENDING', cause: 'payer' });
  const booked = register.find(orderId);
  return booked === null ? unknownPaymentPage() : hostedPage(booked);
}

async function act({
  register,
  orderId,
  action,
}: {
  register: OrderRegister;
  orderId: string;
  action: PayerAction;
}): Promise<Answer> {
  const booked = register.find(orderId);
  if (booked === null) return unknownPaymentPage();
  if (!offeredActions(booked).includes(action)) return redirectAnswer({ status: 303, location: `/pay/${orderId}` });
  const to = payerActions[action];
  await (to === null
    ? register.planOutcome({ orderId, outcome: { to: 'PAID', cause: 'transfer' } })
    : register.move({ orderId, to, cause: 'payer' }));
  return backToShop({ booked, action });
}

function backToShop({ booked: { order }, action }: { booked: BookedOrder; action: PayerAction }): Answer {
  const shopUrl = action === 'pay' || action === 'transferred' ? order.successUrl : order.failUrl;
  return redirectAnswer({ status: 303, location: shopUrl === null ? `/pay/${order.id}` : new URL(shopUrl).href });
}
