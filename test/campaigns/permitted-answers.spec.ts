import { AnswersProxy } from '../support/answers-proxy.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import { cardText, enableEveryMethod, submitCard } from '../support/h2h.js';
import { createdOrder, getOrder } from '../support/orders.js';
import { bookedPayout, getPayoutGate, payoutWhen, recordedPayout } from '../support/payouts.js';

type WireObject = Readonly<Record<string, unknown>>;
type Change = (object: WireObject) => WireObject;

const without =
  (...names: readonly string[]): Change =>
  (object) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

const ofAccount =
  (change: Change): Change =>
  (object) => ({ ...object, account: change(object['account'] as WireObject) });

const surprising: Change = (object) => ({ ...object, surprise: { nested: [1, { deeper: null }] }, links: [] });

/** Answers about an order that the provider's document permits, or does not exclude. */
const ORDER_ANSWERS: readonly { readonly answer: string; readonly change: Change }[] = [
  { answer: 'as documented', change: (object) => object },
  { answer: 'with unknown fields', change: surprising },
  {
    answer: 'PENDING at once',
    change: (object) => (object['status'] === 'CREATED' ? { ...object, status: 'PENDING' } : object),
  },
  {
    answer: 'without every field that may be empty',
    change: without('commission', 'received', 'successUrl', 'purpose', 'updatedAt'),
  },
  { answer: 'without an echo of externalId and currency', change: without('externalId', 'currency') },
  {
    answer: 'with nulls',
    change: (object) => ({ ...object, commission: null, received: null, updatedAt: null, shopId: null }),
  },
  { answer: 'with an id in capitals', change: (object) => ({ ...object, id: String(object['id']).toUpperCase() }) },
];

/** Answers about a payout that the provider's document permits, or does not exclude. */
const PAYOUT_ANSWERS: readonly { readonly answer: string; readonly change: Change }[] = [
  { answer: 'as documented', change: (object) => object },
  { answer: 'with unknown fields', change: surprising },
  {
    answer: 'PROCESSING at once',
    change: (object) => (object['status'] === 'CREATED' ? { ...object, status: 'PROCESSING' } : object),
  },
  {
    answer: 'PENDING at once',
    change: (object) => (object['status'] === 'CREATED' ? { ...object, status: 'PENDING' } : object),
  },
  { answer: 'without callbackUrl', change: without('callbackUrl') },
  { answer: 'with callbackUrl null', change: (object) => ({ ...object, callbackUrl: null }) },
  { answer: 'without the name of the recipient', change: ofAccount(without('name')) },
  { answer: 'with more of the recipient', change: ofAccount((account) => ({ ...account, bank: { name: 'A bank' } })) },
  {
    answer: 'without every field that may be empty',
    change: without('statusMessage', 'metadata', 'completedAt', 'requisites', 'type'),
  },
  { answer: 'with a bank reference', change: (object) => ({ ...object, metadata: { utr: '412345678901' } }) },
];

describe('provider answers that its document permits', () => {
  let desk: Desk;
  let proxy: AnswersProxy;

  beforeAll(async () => {
    proxy = await AnswersProxy.start();
    desk = await openDesk({
      PROVIDER_BASE_URL: proxy.url,
      PROVIDER_PROFILE_FILE: jsonFile({
        payoutCheckDelaysSeconds: [1],
        orderCheckDelaysSeconds: [1],
        h2hPollDelaysSeconds: [1],
      }),
    });
    proxy.target = desk.sandbox.url;
    await enableEveryMethod(desk.purser);
  });

  afterAll(async () => {
    await desk.close();
    await proxy.close();
  });

  /** Changes successful answers to calls that match this path. */
  function answering(path: RegExp, change: Change): void {
    proxy.rewrite = (call, answer) =>
      answer.status < 300 && path.test(call)
        ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as WireObject)) }
        : answer;
  }

  it.each(ORDER_ANSWERS)('an order answered $answer is accepted and shown as paid', async ({ change }) => {
    answering(/\/v1\/orders(\/[0-9a-f-]+)?$/, change);
    const order = await createdOrder(desk.purser.api);
    await desk.sandbox.move(order.providerOrderId, 'pay');

    await eventually('the order is paid', async () => {
      const { status, problem } = await getOrder(desk.purser.api, order.id);
      return status === 'PAID' && problem === null ? true : null;
    });
  });

  it.each(PAYOUT_ANSWERS)('a payout answered $answer is accepted once and reaches COMPLETED', async ({ change }) => {
    answering(/\/v1\/payouts(\/[0-9a-f-]+)?$/, change);
    const payout = await recordedPayout(desk.purser.api);
    expect(payout.attempts).toMatchObject([{ state: 'ACCEPTED' }]);
    const booked = await bookedPayout(desk.sandbox, payout);
    await desk.sandbox.movePayout(booked.id, 'complete');
    const completed = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'COMPLETED');

    expect(completed).toMatchObject({ problem: null, providerPayoutId: booked.id });
    expect((await getPayoutGate(desk.purser.api)).isOpen).toBe(true);
  });

  it.each<{ readonly answer: string; readonly change: Change }>([
    { answer: 'as documented', change: (object) => object },
    {
      answer: 'with its flag as a text',
      change: (object) => ({ ...object, isSmsRequired: String(object['isSmsRequired']) }),
    },
    {
      answer: 'with its flag as a number',
      change: (object) => ({ ...object, isSmsRequired: Number(object['isSmsRequired']) }),
    },
    { answer: 'without its flag', change: without('isSmsRequired') },
    { answer: 'with unknown fields', change: surprising },
  ])('a card whose verification is answered $answer is followed until its order ends', async ({ change }) => {
    answering(/\/h2h\/status$/, change);
    const { id } = await createdOrder(desk.purser.api, { method: 'CARD_H2H' });
    const { userErrors } = await submitCard(desk.purser.api, id, cardText('4242424242424242'));

    expect(userErrors).toEqual([]);
    await eventually('the order is paid', async () => {
      const { status } = await getOrder(desk.purser.api, id);
      return status === 'PAID' ? true : null;
    });
  });
});
