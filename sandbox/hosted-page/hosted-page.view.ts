import type { HttpAnswer } from '../http/answer.js';
import { type FinalOrderStatus, isFinal } from '../orders/order-status.states.js';
import type { Order } from '../orders/order.schema.js';
import { type Html, html } from '../pages/html.text.js';
import { pageAnswer } from '../pages/page.layout.js';

/** The page the payer sees: the choice while the order is open, its result afterwards. */
export function hostedPage(order: Order): HttpAnswer {
  const { status, amount, currency } = order;
  return isFinal(status)
    ? pageAnswer({ title: 'Payment result', body: paymentCard({ order, below: result({ order, status }) }) })
    : pageAnswer({ title: `Pay ${amount} ${currency}`, body: paymentCard({ order, below: choice(order) }) });
}

/** The page behind a payment link that leads to no order. */
export function unknownPaymentPage(): HttpAnswer {
  const body = html`<div class="card payment">
    <p class="outcome">There is no such payment</p>
    <p class="small">Check the link, or ask the shop for a new one.</p>
  </div>`;
  return pageAnswer({ status: 404, title: 'No such payment', body });
}

function paymentCard({ order, below }: { order: Order; below: Html }): Html {
  return html`<div class="card payment">
    <p class="purpose">${order.purpose === '' ? 'Payment' : order.purpose}</p>
    <p class="amount">${order.amount} <span class="currency">${order.currency}</span></p>
    ${below}
    <p class="small">Order ${order.externalId === '' ? order.id : order.externalId}</p>
  </div>`;
}

function choice({ id }: Order): Html {
  return html`<form method="post" action="/pay/${id}/pay"><button class="primary">Pay</button></form>
    <form method="post" action="/pay/${id}/decline"><button>Decline (as the bank would)</button></form>
    <form method="post" action="/pay/${id}/leave"><button>Leave without paying</button></form>`;
}

const outcomes: Readonly<Record<FinalOrderStatus, { readonly text: string; readonly tone: 'good' | 'bad' }>> = {
  PAID: { text: 'Paid', tone: 'good' },
  DECLINED: { text: 'Declined by the bank', tone: 'bad' },
  CANCELED: { text: 'Canceled', tone: 'bad' },
  EXPIRED: { text: 'Expired', tone: 'bad' },
};

function result({ order: { successUrl, failUrl }, status }: { order: Order; status: FinalOrderStatus }): Html {
  const { text, tone } = outcomes[status];
  const shopUrl = status === 'PAID' ? successUrl : failUrl;
  return html`<p class="outcome ${tone}">${text}</p>
    ${shopUrl === null ? [] : html`<a class="button" href="${shopUrl}">Back to the shop</a>`}`;
}
