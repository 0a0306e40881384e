import { testCards } from '../cards/test-card.table.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

/** The status that a read must return, where SMS stands for PROCESSING with a request for a code; or a code to send. */
type Step = 'INITIALIZING' | 'PROCESSING' | 'SMS' | 'SUCCESS' | 'CANCELLED' | 'FAILED' | 'EXPIRED' | { code: string };

const shows = {
  INITIALIZING: { isSmsRequired: false, status: 'INITIALIZING' },
  PROCESSING: { isSmsRequired: false, status: 'PROCESSING' },
  SMS: { isSmsRequired: true, status: 'PROCESSING' },
  SUCCESS: { isSmsRequired: false, status: 'SUCCESS' },
  CANCELLED: { isSmsRequired: false, status: 'CANCELLED' },
  FAILED: { isSmsRequired: false, status: 'FAILED' },
  EXPIRED: { isSmsRequired: false, status: 'EXPIRED' },
};

const right = { code: '123456' };
const wrong = { code: '654321' };

const cases: { what: string; cardNumber: string; steps: Step[]; order: string }[] = [
  {
    what: 'succeeds without a code',
    cardNumber: '4111111111111111',
    steps: ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'SUCCESS'],
    order: 'PAID',
  },
  {
    what: 'asks for a code until it has the right one',
    cardNumber: '5555555555554444',
    steps: ['INITIALIZING', 'SMS', 'SMS', right, 'PROCESSING', 'SUCCESS', 'SUCCESS'],
    order: 'PAID',
  },
  {
    what: 'takes the flag down after a wrong code and up again',
    cardNumber: '5555555555554444',
    steps: ['INITIALIZING', 'SMS', wrong, 'PROCESSING', 'SMS', 'SMS', right, 'PROCESSING', 'SUCCESS'],
    order: 'PAID',
  },
  {
    what: 'fails after three wrong codes',
    cardNumber: '5555555555554444',
    steps: [
      'INITIALIZING',
      'SMS',
      wrong,
      'PROCESSING',
      'SMS',
      wrong,
      'PROCESSING',
      'SMS',
      wrong,
      'PROCESSING',
      'FAILED',
    ],
    order: 'DECLINED',
  },
  {
    what: 'calls even the right code wrong at first',
    cardNumber: '5105105105105100',
    steps: ['INITIALIZING', 'SMS', right, 'PROCESSING', 'SMS', right, 'PROCESSING', 'SUCCESS'],
    order: 'PAID',
  },
  {
    what: 'calls every code wrong',
    cardNumber: '4012888888881881',
    steps: [
      'INITIALIZING',
      'SMS',
      right,
      'PROCESSING',
      'SMS',
      right,
      'PROCESSING',
      'SMS',
      right,
      'PROCESSING',
      'FAILED',
    ],
    order: 'DECLINED',
  },
  {
    what: 'leaves the flag up after a wrong code',
    cardNumber: '3530111333300000',
    steps: ['INITIALIZING', 'SMS', wrong, 'SMS', 'SMS', wrong, 'SMS', right, 'PROCESSING', 'SUCCESS'],
    order: 'PAID',
  },
  {
    what: 'takes the flag down late after the right code',
    cardNumber: '3566002020360505',
    steps: ['INITIALIZING', 'SMS', right, 'SMS', 'SMS', 'PROCESSING', 'SUCCESS'],
    order: 'PAID',
  },
  {
    what: 'waits for 3-D Secure',
    cardNumber: '4242424242424242',
    steps: ['INITIALIZING', 'PROCESSING', 'PROCESSING', 'PROCESSING', 'PROCESSING', 'SUCCESS'],
    order: 'PAID',
  },
  {
    what: 'is declined',
    cardNumber: '4000000000000002',
    steps: ['INITIALIZING', 'PROCESSING', 'FAILED', 'FAILED'],
    order: 'DECLINED',
  },
  {
    what: 'is cancelled',
    cardNumber: '6011111111111117',
    steps: ['INITIALIZING', 'PROCESSING', 'CANCELLED', 'CANCELLED'],
    order: 'CANCELED',
  },
  {
    what: 'expires',
    cardNumber: '6011000990139424',
    steps: ['INITIALIZING', 'PROCESSING', 'EXPIRED', 'EXPIRED'],
    order: 'EXPIRED',
  },
  {
    what: 'never begins',
    cardNumber: '378282246310005',
    steps: ['INITIALIZING', 'INITIALIZING', 'INITIALIZING', 'INITIALIZING', 'INITIALIZING'],
    order: 'PENDING',
  },
  {
    what: 'succeeds without being paid',
    cardNumber: '2223003122003222',
    steps: ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'SUCCESS'],
    order: 'DECLINED',
  },
  {
    what: 'is not a test card',
    cardNumber: '5200828282828210',
    steps: ['INITIALIZING', 'PROCESSING', 'FAILED'],
    order: 'DECLINED',
  },
];

describe('card sent host to host', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  async function walk({ id, steps }: { id: string; steps: readonly Step[] }): Promise<void> {
    for (const [index, step] of steps.entries()) {
      if (typeof step === 'string') {
        expect({ index, shown: await sandbox.client.readH2h(id) }).toEqual({ index, shown: shows[step] });
        continue;
      }
      const response = await sandbox.client.postCode(id, step.code);
      expect({ index, status: response.status, body: await response.json() }).toEqual({ index, status: 200, body: {} });
    }
  }

  it.each(cases)('$what: $cardNumber', async ({ cardNumber, steps, order }) => {
    const { id } = await sandbox.client.createOrder();
    expect(await sandbox.client.sendCard(id, cardNumber)).toMatchObject({ id, status: 'PENDING' });
    await walk({ id, steps });
    await sandbox.client.bookWith(({ orders }) => orders[0]?.status === order);
    await sandbox.client.idle();
    const told = sandbox.receiver.arrived.map(({ body }) => (JSON.parse(body) as { status: string }).status);
    expect(told).toEqual(order === 'PENDING' ? [] : [order]);
    const sent = steps.filter((step) => typeof step !== 'string').length;
    expect((await sandbox.client.booked(id)).codes).toHaveLength(sent);
  });

  it('reaches SUCCESS even if the answer is lost', async () => {
    const { id } = await sandbox.client.createOrder();
    await expect(sandbox.client.postCard(id, { cardNumber: '371449635398431' })).rejects.toThrow('fetch failed');
    await walk({ id, steps: ['INITIALIZING', 'PROCESSING', 'SUCCESS'] });
    const { requests } = await sandbox.client.bookWith(({ orders }) => orders[0]?.status === 'PAID');
    expect(requests).toContainEqual(expect.objectContaining({ fault: 'answerLost', status: null }));
  });

  it('the tests use every test card', () => {
    const walked = new Set([...cases.map(({ cardNumber }) => cardNumber), '371449635398431']);
    expect(testCards.filter(({ cardNumber }) => !walked.has(cardNumber))).toEqual([]);
  });

  it.each([
    { action: 'pay', status: 'SUCCESS' },
    { action: 'decline', status: 'FAILED' },
    { action: 'cancel', status: 'CANCELLED' },
    { action: 'expire', status: 'EXPIRED' },
  ] as const)('ends as $status if its order ends first: $action', async ({ action, status }) => {
    const { id } = await sandbox.client.createOrder();
    await sandbox.client.sendCard(id, '5555555555554444');
    await walk({ id, steps: ['INITIALIZING', 'SMS'] });
    await sandbox.client.move(id, action);
    await walk({ id, steps: [status, status] });
    expect((await sandbox.client.postCode(id, '123456')).status).toBe(409);
  });

  it('keeps its SUCCESS if the order is declined before the money arrives', async () => {
    await sandbox.client.send('PUT', '/control/settings', { orderOutcomeDelayMs: null });
    const { id } = await sandbox.client.createOrder();
    await sandbox.client.sendCard(id, '4111111111111111');
    await walk({ id, steps: ['INITIALIZING', 'PROCESSING', 'SUCCESS'] });
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'PENDING' });
    await sandbox.client.move(id, 'decline');
    await walk({ id, steps: ['SUCCESS'] });
  });
});
