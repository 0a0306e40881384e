import { type Answer, redirectAnswer } from '../http/answer.js';
import type { Route } from '../http/route.js';
import type { OrderStatus } from '../orders/order-status.states.js';
import type { OrderRegister } from '../orders/order.register.js';
import { hostedPage, unknownPaymentPage } from './hosted-page.view.js';

/** What the payer can do, and what becomes of the order. */
const payerActions = [
  { action: 'pay', to: 'PAID' },
  { action: 'decline', to: 'DECLINED' },
  { action: 'leave', to: 'CANCELED' },
] as const satisfies readonly { action: string; to: OrderStatus }[];

/** The page a payment link leads to, and its three forms. */
export function hostedPageRoutes({ register }: { register: OrderRegister }): Route[] {
  return [
    {
      method: 'get',
      path: '/pay/{orderId}',
      booked: true,
      respond: ({ param }) => openPage({ register, orderId: param('orderId') }),
    },
    ...payerActions.map(({ action, to }): Route => ({
      method: 'post',
      path: `/pay/{orderId}/${action}`,
      booked: true,
      respond: ({ param }) => act({ register, orderId: param('orderId'), to }),
    })),
  ];
}

async function openPage({ register, orderId }: { register: OrderRegister; orderId: string }): Promise<Answer> {
  // Refused when the page was opened before or the order is final: then it is only shown.
  await register.move({ orderId, to: 'PENDING', cause: 'payer' });
  const booked = register.find(orderId);
  return booked === null ? unknownPaymentPage() : hostedPage(booked.order);
}

async function act({
  register,
  orderId,
  to,
}: {
  register: OrderRegister;
  orderId: string;
  to: OrderStatus;
}): Promise<Answer> {
  const outcome = await register.move({ orderId, to, cause: 'payer' });
  switch (outcome.kind) {
    case 'unknownOrder':
      return unknownPaymentPage();
    case 'refused':
      return redirectAnswer({ status: 303, location: `/pay/${orderId}` });
    case 'moved': {
      const { successUrl, failUrl } = outcome.order;
      const shopUrl = to === 'PAID' ? successUrl : failUrl;
      return redirectAnswer({ status: 303, location: shopUrl === null ? `/pay/${orderId}` : new URL(shopUrl).href });
    }
  }
}
