import { type Payment, viewOf } from './page/payment-view.mjs';
import type { CardUpdate } from './payment-changes.js';

const noCard: CardUpdate = {
  status: 'NOT_STARTED',
  cause: null,
  isBeingSent: false,
  isSmsRequired: false,
  codeRound: 0,
  lastCodeRejected: false,
};

function payment(order: string, card: Partial<CardUpdate> = {}, more: Partial<Payment> = {}): Payment {
  return {
    orderId: 'an-order',
    order: { status: order },
    card: { ...noCard, ...card },
    isSending: false,
    isLost: false,
    ...more,
  };
}

describe("payer's view", () => {
  it.each<[string, Payment, string]>([
    ['no order is made yet', payment('', {}, { orderId: null, order: null, card: null }), 'CARD'],
    ['nothing is known of the order yet', payment('', {}, { order: null, card: null }), 'LOADING'],
    ['an order waits for a card', payment('CREATED'), 'CARD'],
    ['this page is sending a card', payment('CREATED', {}, { isSending: true }), 'CHECKING'],
    ['another page is sending one', payment('CREATED', { isBeingSent: true }), 'CHECKING'],
    ['a card was refused and may be replaced', payment('CREATED', { cause: 'PROVIDER_RESPONSE' }), 'CARD'],
    ['the card is there', payment('CREATED', { status: 'INITIALIZING' }), 'CHECKING'],
    ['the bank looks at it', payment('PENDING', { status: 'PROCESSING' }), 'CHECKING'],
    ['the bank asks', payment('PENDING', { status: 'PROCESSING', isSmsRequired: true, codeRound: 1 }), 'CODE'],
    [
      'the code is on its way',
      payment('PENDING', { status: 'PROCESSING', isSmsRequired: true, codeRound: 1 }, { isSending: true }),
      'CHECKING',
    ],
    ['the card is verified and the money is not there', payment('PENDING', { status: 'SUCCESS' }), 'VERIFIED'],
    ['the money is there', payment('PAID', { status: 'SUCCESS' }), 'PAID'],
    ['the money is there after all', payment('PAID', { status: 'FAILED' }), 'PAID'],
    ['the card was verified and not charged', payment('DECLINED', { status: 'SUCCESS' }), 'FAILED'],
    ['the order ended before a card that is being sent', payment('EXPIRED', {}, { isSending: true }), 'FAILED'],
    ['the order was never made', payment('ABANDONED'), 'FAILED'],
    ['the payer gave up', payment('CANCELED', { status: 'CANCELED' }), 'FAILED'],
    ['the card failed', payment('PENDING', { status: 'FAILED', cause: 'POLL' }), 'FAILED'],
    ['the card expired at the bank', payment('PENDING', { status: 'EXPIRED', cause: 'POLL' }), 'FAILED'],
    ['waiting was given up here', payment('PENDING', { status: 'EXPIRED', cause: 'DEADLINE' }), 'UNKNOWN'],
    ['nobody knows whether the card arrived', payment('CREATED', { status: 'UNCONFIRMED' }), 'UNKNOWN'],
    ['nobody knows the word for the order', payment('UNRECOGNIZED', { status: 'SUCCESS' }), 'UNKNOWN'],
    ['the card has a status this page does not know', payment('PENDING', { status: 'DREAMING' }), 'UNKNOWN'],
    ['the shop does not know the order', payment('', {}, { order: null, card: null, isLost: true }), 'LOST'],
  ])('while %s', (_when, given, phase) => {
    expect(viewOf(given).phase).toBe(phase);
  });

  it('distinguishes a wrong code from a new prompt and counts the tries', () => {
    const asking = { status: 'PROCESSING', isSmsRequired: true, codeRound: 2 };
    expect(viewOf(payment('PENDING', { ...asking, lastCodeRejected: true }))).toMatchObject({
      headline: 'That code was wrong',
      detail: expect.stringContaining('try 2') as string,
    });
    expect(viewOf(payment('PENDING', asking))).toMatchObject({
      headline: 'Your bank asks for a code',
      detail: expect.stringContaining('code 2') as string,
    });
  });

  it.each([
    payment('PENDING', { status: 'SUCCESS' }),
    payment('CREATED', { status: 'UNCONFIRMED' }),
    payment('PENDING', { status: 'EXPIRED', cause: 'DEADLINE' }),
  ])('warns against paying again while the money may be in transit: $card.status', (given) => {
    expect(viewOf(given).detail).toContain('do not pay again');
  });
});
