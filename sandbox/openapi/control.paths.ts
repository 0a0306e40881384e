import { operation } from './operation.js';

/** The control API: what tests and operators of the sandbox use. The real provider has none of it. */
export const controlPaths = {
  '/control/faults': {
    post: operation({
      tag: 'Control',
      summary: 'Set a fault.',
      takes: 'FaultRule',
      answers: { 201: 'FaultId', 400: 'Refusal', 422: 'Refusal' },
    }),
    get: operation({ tag: 'Control', summary: 'The faults that are set.', answers: { 200: 'FaultList' } }),
    delete: operation({ tag: 'Control', summary: 'Remove all faults.', answers: { 200: 'FaultList' } }),
  },
  '/control/faults/{faultId}': {
    delete: operation({
      tag: 'Control',
      summary: 'Remove one fault.',
      pathParameter: 'faultId',
      answers: { 200: 'FaultList', 404: 'Refusal' },
    }),
  },
  '/control/orders/{orderId}': {
    get: operation({
      tag: 'Control',
      summary: 'An order with its history.',
      pathParameter: 'orderId',
      answers: { 200: 'BookedOrder', 404: 'Refusal' },
    }),
  },
  '/control/orders/{orderId}/pending': { post: move('PENDING') },
  '/control/orders/{orderId}/pay': { post: move('PAID') },
  '/control/orders/{orderId}/decline': { post: move('DECLINED') },
  '/control/orders/{orderId}/cancel': { post: move('CANCELED') },
  '/control/orders/{orderId}/expire': { post: move('EXPIRED') },
  '/control/settings': {
    put: operation({
      tag: 'Control',
      summary: "Change the merchant's settings at the provider, until the sandbox restarts.",
      takes: 'Settings',
      answers: { 200: 'Settings', 400: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/webhooks': {
    post: operation({
      tag: 'Control',
      summary: 'Send webhooks with any body to the address for order webhooks.',
      takes: 'ForgedWebhook',
      answers: { 202: 'WebhookIds', 400: 'Refusal', 409: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/idle': {
    get: operation({
      tag: 'Control',
      summary: 'Answers once every queued webhook is delivered, given up or lost; with idle false after 30 s.',
      answers: { 200: 'Idle' },
    }),
  },
  '/control/book': {
    get: operation({
      tag: 'Control',
      summary: 'Orders, requests received and webhooks sent, oldest first.',
      answers: { 200: 'Book' },
    }),
  },
  '/control/counters': {
    get: operation({ tag: 'Control', summary: 'Requests received, by endpoint.', answers: { 200: 'Counters' } }),
  },
  '/control/reset': {
    post: operation({
      tag: 'Control',
      summary: 'Forget orders, requests, webhooks and faults; settings stay.',
      answers: { 200: 'Reset' },
    }),
  },
};

function move(status: string) {
  return operation({
    tag: 'Control',
    summary: `Make the order ${status}.`,
    pathParameter: 'orderId',
    answers: { 200: 'BookedOrder', 404: 'Refusal', 409: 'Refusal' },
  });
}
