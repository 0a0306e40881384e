import { operation } from './operation.js';

export const providerPaths = {
  '/v1/orders': {
    post: operation({
      tag: 'Provider',
      summary:
        'Create an order. One whose extraParams or customer does not suit its terminal is created and then declined; ' +
        'one with a card in it must hold the whole customer.',
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

/** The host-to-host endpoints for cards. Where the interface is silent, the answers are this sandbox's choice. */
export const h2hPaths = {
  '/v1/orders/{orderId}/h2h/card': {
    post: operation({
      tag: 'Provider',
      summary:
        'Send the card for an order; it becomes PENDING. Refused with 409 when the order is final, has a card already ' +
        'or is to be paid by a wallet or bank transfer.',
      pathParameter: 'orderId',
      takes: 'Card',
      answers: {
        200: 'Order',
        400: 'Refusal',
        401: 'Refusal',
        403: 'Refusal',
        404: 'Refusal',
        409: 'Refusal',
        422: 'Refusal',
      },
      needsToken: true,
    }),
  },
  '/v1/orders/{orderId}/h2h/status': {
    get: operation({
      tag: 'Provider',
      summary: 'How far the verification of the card is; 404 before a card was sent. Each read moves the session on.',
      pathParameter: 'orderId',
      answers: { 200: 'H2hStatus', 401: 'Refusal', 403: 'Refusal', 404: 'Refusal' },
      needsToken: true,
    }),
  },
  '/v1/orders/{orderId}/h2h/code': {
    post: operation({
      tag: 'Provider',
      summary:
        "Send the payer's SMS code. A wrong one is answered with success as well, and isSmsRequired comes up again; " +
        'refused with 409 while no code is wanted, and with 404 before a card was sent.',
      pathParameter: 'orderId',
      takes: 'SmsCode',
      answers: {
        200: 'Nothing',
        400: 'Refusal',
        401: 'Refusal',
        403: 'Refusal',
        404: 'Refusal',
        409: 'Refusal',
        422: 'Refusal',
      },
      needsToken: true,
    }),
  },
};

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
  '/pay/{orderId}/transferred': {
    post: payerAction('Say that the bank transfer is made: the order becomes PAID when it arrives, soon after.'),
  },
};

function payerAction(summary: string) {
  return operation({ tag: 'Payer', summary, pathParameter: 'orderId', answers: { 303: null, 404: 'html' } });
}
