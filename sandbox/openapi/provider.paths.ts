import { operation } from './operation.js';

/** The provider's API, as its interface document names it. */
export const providerPaths = {
  '/v1/orders': {
    post: operation({
      tag: 'Provider',
      summary: 'Create an order to be paid on the hosted page.',
      takes: 'OrderCreation',
      answers: { 201: 'Order', 400: 'Refusal', 401: 'Refusal', 422: 'Refusal' },
      needsToken: true,
    }),
  },
  '/v1/orders/{orderId}': {
    get: operation({
      tag: 'Provider',
      summary: 'Read an order of the merchant.',
      pathParameter: 'orderId',
      answers: { 200: 'Order', 401: 'Refusal', 404: 'Refusal' },
      needsToken: true,
    }),
  },
};

/** The payout side of the same API. */
export const payoutPaths = {
  '/v1/payouts': {
    post: operation({
      tag: 'Provider',
      summary: 'Send money out. The same request twice is two payouts.',
      takes: 'PayoutCreation',
      answers: { 201: 'Payout', 400: 'Refusal', 401: 'Refusal', 422: 'Refusal' },
      needsToken: true,
    }),
  },
  '/v1/payouts/services': {
    get: operation({
      tag: 'Provider',
      summary: 'The services the merchant can send money through.',
      answers: { 200: 'PayoutServices', 401: 'Refusal' },
      needsToken: true,
    }),
  },
  '/v1/payouts/banks': {
    get: operation({
      tag: 'Provider',
      summary: 'The banks a transfer to this phone number can go to.',
      query: [{ name: 'account', required: true, description: "The recipient's phone number." }],
      answers: { 200: 'Banks', 401: 'Refusal', 422: 'Refusal' },
      needsToken: true,
    }),
  },
  '/v1/payouts/{payoutId}': {
    get: operation({
      tag: 'Provider',
      summary: 'Read a payout of the merchant.',
      pathParameter: 'payoutId',
      answers: { 200: 'Payout', 401: 'Refusal', 404: 'Refusal' },
      needsToken: true,
    }),
  },
};

/** What the payer's browser visits. */
export const payerPaths = {
  '/pay/{orderId}': {
    get: operation({
      tag: 'Payer',
      summary: 'The hosted payment page; its first opening makes the order PENDING.',
      pathParameter: 'orderId',
      answers: { 200: 'html', 404: 'html' },
    }),
  },
  '/pay/{orderId}/pay': { post: payerAction('Pay: the order becomes PAID.') },
  '/pay/{orderId}/decline': { post: payerAction('Let the bank decline: the order becomes DECLINED.') },
  '/pay/{orderId}/leave': { post: payerAction('Leave: the order becomes CANCELED.') },
};

function payerAction(summary: string) {
  return operation({ tag: 'Payer', summary, pathParameter: 'orderId', answers: { 303: null, 404: 'html' } });
}
