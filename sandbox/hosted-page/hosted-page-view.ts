import type { BookedOrder } from '../book/order-shelf.js';
import type { HttpAnswer } from '../http/answer.js';
import { type FinalOrderStatus, isFinal } from '../orders/order-status.states.js';
import type { Order } from '../orders/order.schema.js';
import { type Html, html } from '../pages/html-text.js';
import { pageAnswer } from '../pages/page-layout.js';
import { bankTransfer } from './bank-transfer-view.js';
import { offeredActions } from './payer-actions.js';
import { walletSheet } from './wallet-sheet-view.js';

/** Renders the payer's page: the choice of payment while the order is open, its result afterwards. */
export function hostedPage(booked: BookedOrder): HttpAnswer {
  const { order } = booked;
  const { status, amount, currency } = order;
  if (isFinal(status)) {
    return pageAnswer({ title: 'Payment result', body: paymentCard({ order, below: result({ order, status }) }) });
  }
  const below = offeredActions(booked).length === 0 ? underWay : choice(order);
  return pageAnswer({ title: `Pay ${amount} ${currency}`, body: paymentCard({ order, below }) });
}

/** Renders the page of a payment link without an order. */
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

function choice(order: Order): Html {
  switch (order.method) {
    case 'wallet1':
    case 'wallet2':
      return walletSheet({ orderId: order.id, wallet: order.method });
    case 'bankmethod':
      return bankTransfer(order);
    case 'page':
    case 'card':
    case 'unknown':
      return plainChoice(order);
  }
}

function plainChoice({ id }: Order): Html {
  return html`<form method="post" action="/pay/${id}/pay"><button class="primary">Pay</button></form>
    <form method="post" action="/pay/${id}/decline"><button>Decline (as the bank would)</button></form>
    <form method="post" action="/pay/${id}/leave"><button>Leave without paying</button></form>`;
}

const underWay = html`<p class="outcome">In progress</p>
  <p class="small">Nothing is left to do here. Open this page again for the result.</p>`;

const outcomes: Readonly<Record<FinalOrderStatus, { readonly text: string; readonly tone: 'good' | 'bad' }>> = {
  PAID: { text: 'Paid', tone: 'good' },
  DECLINED: { text: 'Declined by the bank', tone: 'bad' },
  CANCELED: { text: 'Canceled', tone: 'bad' },
  EXPIRED: { text: 'Expired', tone: 'bad' },
};

function result({ order, status }: { order: Order; status: FinalOrderStatus }): Html {
  const { successUrl, failUrl, declineReason } = order;
  const { text, tone } = outcomes[status];
  const shopUrl = status === 'PAID' ? successUrl : failUrl;
  return html`<p class="outcome ${tone}">${declineReason === null ? text : 'Declined: this payment cannot be made'}</p>
    ${shopUrl === null ? [] : html`<a class="button" href="${shopUrl}">Back to the shop</a>`}`;
}
