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
    ['no order exists yet', payment('', {}, { orderId: null, order: null, card: null }), 'CARD'],
    ['the order is still loading', payment('', {}, { order: null, card: null }), 'LOADING'],
    ['an order waits for a card', payment('CREATED'), 'CARD'],
    ['this page is sending a card', payment('CREATED', {}, { isSending: true }), 'CHECKING'],
    ['another page is sending a card', payment('CREATED', { isBeingSent: true }), 'CHECKING'],
    ['a card was refused and may be replaced', payment('CREATED', { cause: 'PROVIDER_RESPONSE' }), 'CARD'],
    ['the bank has the card', payment('CREATED', { status: 'INITIALIZING' }), 'CHECKING'],
    ['the bank is checking the card', payment('PENDING', { status: 'PROCESSING' }), 'CHECKING'],
    ['a code is due', payment('PENDING', { status: 'PROCESSING', isSmsRequired: true, codeRound: 1 }), 'CODE'],
    [
      'the code is being sent',
      payment('PENDING', { status: 'PROCESSING', isSmsRequired: true, codeRound: 1 }, { isSending: true }),
      'CHECKING',
    ],
    ['the card is verified and not charged yet', payment('PENDING', { status: 'SUCCESS' }), 'VERIFIED'],
    ['the order is paid', payment('PAID', { status: 'SUCCESS' }), 'PAID'],
    ['the order is paid after all', payment('PAID', { status: 'FAILED' }), 'PAID'],
    ['the card was verified and not charged', payment('DECLINED', { status: 'SUCCESS' }), 'FAILED'],
    ['the order ended before a card that is being sent', payment('EXPIRED', {}, { isSending: true }), 'FAILED'],
    ['the order was never created', payment('ABANDONED'), 'FAILED'],
    ['the payer gave up', payment('CANCELED', { status: 'CANCELED' }), 'FAILED'],
    ['the card failed', payment('PENDING', { status: 'FAILED', cause: 'POLL' }), 'FAILED'],
    ['the card expired at the bank', payment('PENDING', { status: 'EXPIRED', cause: 'POLL' }), 'FAILED'],
    ['Purser has stopped polling', payment('PENDING', { status: 'EXPIRED', cause: 'DEADLINE' }), 'UNKNOWN'],
    ['the card may or may not have arrived', payment('CREATED', { status: 'UNCONFIRMED' }), 'UNKNOWN'],
    ['the order has an unrecognized status', payment('UNRECOGNIZED', { status: 'SUCCESS' }), 'UNKNOWN'],
    ['the card has a status this page does not know', payment('PENDING', { status: 'DREAMING' }), 'UNKNOWN'],
    ['the shop does not know the order', payment('', {}, { order: null, card: null, isLost: true }), 'LOST'],
  ])('shows the right phase while %s', (_when, given, phase) => {
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
