import type { WireOrder } from '../orders/order.schema.js';
import type { WirePayout } from '../payouts/payout.schema.js';
import { malformedAnswer } from './malformed-answers.js';

const order: WireOrder = {
  id: '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11',
  status: 'CREATED',
  purpose: 'A book',
  amount: '10.00',
  commission: '0.25',
  received: '9.75',
  currency: 'EUR',
  shopId: '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a12',
  terminalId: '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a13',
  merchantId: '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a14',
  externalId: 'shop-1',
  paymentLink: 'http://127.0.0.1:4010/pay/0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11',
  successUrl: null,
  payedAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
};

const payout: WirePayout = {
  id: order.id,
  merchantId: order.merchantId,
  amount: '10.00',
  account: { name: 'Ada', requisites: '9001112233', userId: 'u-1' },
  status: 'CREATED',
  type: 'SIM',
  requisites: {},
  statusMessage: null,
  metadata: null,
  callbackUrl: null,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
  completedAt: null,
};

const otherId = '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a15';

describe('malformedAnswer', () => {
  const answer = (variant: Parameters<typeof malformedAnswer>[0]['variant']) =>
    malformedAnswer({ variant, status: 200, echo: order, otherId });
  const text = (variant: Parameters<typeof answer>[0]) => Array.from(answer(variant).body).join('');
  const json = (variant: Parameters<typeof answer>[0]): unknown => JSON.parse(text(variant));

  it.each(['truncatedJson', 'notJson'] as const)('%s claims to be JSON but is not', (variant) => {
    expect(answer(variant).headers['content-type']).toContain('application/json');
    expect(() => json(variant)).toThrow(SyntaxError);
  });

  it('wrongContentType sends the correct order with another content type', () => {
    expect(answer('wrongContentType').headers['content-type']).toContain('application/octet-stream');
    expect(json('wrongContentType')).toEqual(order);
  });

  it('noId lacks the id', () => {
    expect(json('noId')).toEqual(Object.fromEntries(Object.entries(order).filter(([key]) => key !== 'id')));
  });

  it.each([
    { variant: 'invalidId', change: { id: 'not-a-uuid' } },
    { variant: 'otherId', change: { id: otherId } },
    { variant: 'wrongAmount', change: { amount: '11.00' } },
    { variant: 'wrongExternalId', change: { externalId: 'another-one' } },
  ] as const)('$variant changes only the field it names', ({ variant, change }) => {
    expect(json(variant)).toEqual({ ...order, ...change });
  });

  it('wrongRequisites names another recipient and changes nothing else', () => {
    const { body } = malformedAnswer({ variant: 'wrongRequisites', status: 201, echo: payout, otherId });
    const account = { ...payout.account, requisites: 'of-another-one' };
    expect(JSON.parse(Array.from(body).join(''))).toEqual({ ...payout, account });
  });

  it('nullFields keeps only the id', () => {
    const nulls = Object.fromEntries(Object.keys(order).map((key) => [key, null]));
    expect(json('nullFields')).toEqual({ ...nulls, id: order.id });
  });

  it('hugeBody sends valid JSON of more than 2 MiB', () => {
    expect(text('hugeBody').length).toBeGreaterThan(2 * 1024 * 1024);
    expect(json('hugeBody')).toMatchObject(order);
  });
});
