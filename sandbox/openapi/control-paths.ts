import { operation } from './operation.js';

/** The control API for tests and operators of the sandbox. The real provider has none. */
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
  '/control/chaos': {
    post: operation({
      tag: 'Control',
      summary: 'Let faults hit by chance, with counters at zero: the same seed and requests meet the same faults.',
      takes: 'Chaos',
      answers: { 201: 'Chaos', 400: 'Refusal', 422: 'Refusal' },
    }),
    delete: operation({ tag: 'Control', summary: 'End faults by chance.', answers: { 200: 'ChaosEnded' } }),
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
  '/control/payouts': {
    get: operation({
      tag: 'Control',
      summary: 'Payouts with their history, oldest first.',
      query: [
        { name: 'externalId', required: false, description: 'Only those with this externalId.' },
        { name: 'status', required: false, description: 'Only those in this status.' },
      ],
      answers: { 200: 'PayoutList' },
    }),
    post: operation({
      tag: 'Control',
      summary: 'Put payouts into the book that the API was never asked for, and tell of them by webhook on request.',
      takes: 'PayoutEntries',
      answers: { 201: 'PayoutIds', 400: 'Refusal', 404: 'Refusal', 409: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/statement': {
    get: operation({
      tag: 'Control',
      summary: "A merchant's payouts, oldest first, as an operator downloads them: payout_id, created_at, and so on.",
      query: [
        { name: 'merchantId', required: false, description: 'The first merchant, when it is left out.' },
        { name: 'from', required: false, description: 'Only those created at this time or later.' },
        { name: 'requisites', required: false, description: '`masked`, as when it is left out, or `full`.' },
      ],
      answers: { 200: 'csv', 404: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/payouts/{payoutId}': {
    get: operation({
      tag: 'Control',
      summary: 'A payout with its history.',
      pathParameter: 'payoutId',
      answers: { 200: 'BookedPayout', 404: 'Refusal' },
    }),
  },
  '/control/payouts/{payoutId}/process': { post: step('PROCESSING, or PENDING in Bangladesh') },
  '/control/payouts/{payoutId}/complete': { post: step('COMPLETED') },
  '/control/payouts/{payoutId}/fail': { post: step('FAILED; a completed one is corrected, without a webhook') },
  '/control/payouts/{payoutId}/cancel': { post: step('CANCELED; a completed one is corrected, without a webhook') },
  '/control/payouts/{payoutId}/expire': { post: step('EXPIRED; a completed one is corrected, without a webhook') },
  '/control/payouts/{payoutId}/webhook': {
    post: operation({
      tag: 'Control',
      summary: "Send the webhook of the payout's present status, as the manager does on request.",
      pathParameter: 'payoutId',
      answers: { 202: 'WebhookIds', 404: 'Refusal', 409: 'Refusal' },
    }),
  },
  '/control/balances': {
    get: operation({
      tag: 'Control',
      summary: 'Balances that were set or paid from; any other is a thousand million.',
      answers: { 200: 'BalanceList' },
    }),
    put: operation({
      tag: 'Control',
      summary: 'Set what a merchant can pay out.',
      takes: 'BalanceChange',
      answers: { 200: 'BalanceList', 400: 'Refusal', 404: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/settings': {
    put: operation({
      tag: 'Control',
      summary: 'Change settings, until the sandbox restarts; what is left out stays.',
      takes: 'SettingsChange',
      answers: { 200: 'Settings', 400: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/terminals': {
    get: operation({
      tag: 'Control',
      summary: "What is enabled for each merchant's terminal.",
      answers: { 200: 'TerminalList' },
    }),
    put: operation({
      tag: 'Control',
      summary: 'Change what is enabled for terminals, until a reset; what is left out stays.',
      takes: 'TerminalChange',
      answers: { 200: 'TerminalList', 400: 'Refusal', 404: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/test-cards': {
    get: operation({ tag: 'Control', summary: 'The test cards and what each does.', answers: { 200: 'TestCardList' } }),
  },
  '/control/webhooks': {
    post: operation({
      tag: 'Control',
      summary: 'Send webhooks with any body to the address for order webhooks.',
      takes: 'ForgedWebhook',
      answers: { 202: 'WebhookIds', 400: 'Refusal', 409: 'Refusal', 422: 'Refusal' },
    }),
  },
  '/control/acknowledgements': {
    get: operation({
      tag: 'Control',
      summary: 'Every webhook call that was answered 2xx, oldest first.',
      answers: { 200: 'AcknowledgementList' },
    }),
  },
  '/control/idle': {
    get: operation({
      tag: 'Control',
      summary: 'Answers once every webhook is delivered, given up, lost or held back; with idle false after 30 s.',
      answers: { 200: 'Idle' },
    }),
  },
  '/control/book': {
    get: operation({
      tag: 'Control',
      summary: 'Orders, payouts, requests received and webhooks sent, oldest first.',
      answers: { 200: 'Book' },
    }),
  },
  '/control/counters': {
    get: operation({
      tag: 'Control',
      summary: 'Requests received, by endpoint, and how many came within one second at most.',
      answers: { 200: 'Counters' },
    }),
  },
  '/control/reset': {
    post: operation({
      tag: 'Control',
      summary: 'Forget orders, payouts, balances, terminals, requests, webhooks and faults; settings stay.',
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

function step(status: string) {
  return operation({
    tag: 'Control',
    summary: `Make the payout ${status}.`,
    pathParameter: 'payoutId',
    answers: { 200: 'BookedPayout', 404: 'Refusal', 409: 'Refusal' },
  });
}
