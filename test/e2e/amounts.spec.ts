import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  balanceComparisons,
  balancesOf,
  compareBalance,
  entriesOf,
  fundBalance,
  newAccount,
} from '../support/ledger.js';
import { createdOrder, createOrder } from '../support/orders.js';
import {
  agreedOn,
  changePayout,
  createPayout,
  getPayout,
  recordedPayout,
  setPayoutLimit,
  setPayoutPolicy,
  withdrawPayout,
} from '../support/payouts.js';

const THOUSANDS = /1\.500 has three decimals.*1500/;

describe('amounts', () => {
  let desk: Desk;
  let api: GraphqlClient;
  let accountId: string;

  beforeAll(async () => {
    desk = await openDesk({ PAYOUT_APPROVERS_DEFAULT: '1' });
    api = desk.purser.api;
  });

  beforeEach(async () => {
    accountId = await newAccount(desk);
  });

  afterAll(() => desk.close());

  describe('amounts with excess decimals', () => {
    const inBrl = { currency: 'BRL', amount: '1.500' };

    it.each<[string, () => Promise<{ readonly userErrors: readonly unknown[] }>, string, string]>([
      ['a payout', () => createPayout(api, inBrl), 'AMOUNT_TOO_PRECISE', 'amount'],
      ['an order', () => createOrder(api, inBrl), 'AMOUNT_TOO_PRECISE', 'amount'],
      ['an order of a terminal', () => createOrder(api, { ...inBrl, currency: null }), 'AMOUNT_TOO_PRECISE', 'amount'],
      ['a funding', () => fundBalance(api, { accountId, ...inBrl }), 'AMOUNT_INVALID', 'amount'],
      [
        'a policy',
        () => setPayoutPolicy(desk.purser.admin, { currency: 'BRL', fromAmount: '1.500', approvers: 2 }),
        'AMOUNT_TOO_PRECISE',
        'fromAmount',
      ],
      [
        'a limit',
        () => setPayoutLimit(desk.purser.admin, { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '1.500' }),
        'AMOUNT_TOO_PRECISE',
        'value',
      ],
      [
        'a figure of the provider',
        () => compareBalance(api, { accountId, providerFigure: '1.500' }),
        'AMOUNT_TOO_PRECISE',
        'providerFigure',
      ],
    ])('refuses %s with the amount 1.500, and explains how to write 1500', async (_, send, code, field) => {
      expect(await send()).toMatchObject({
        userErrors: [{ code, field: ['input', field], message: expect.stringMatching(THOUSANDS) as string }],
      });
    });

    it('refuses to change a payout to an amount with excess decimals', async () => {
      const { id } = await recordedPayout(api);
      expect(await changePayout(api, { payoutId: id, amount: '1.500' })).toMatchObject({
        userErrors: [{ code: 'AMOUNT_TOO_PRECISE', message: expect.stringMatching(THOUSANDS) as string }],
      });
    });

    it.each(['payouts', 'orders'])('refuses a filter of %s by an amount with excess decimals', async (list) => {
      const filter = { currency: 'BRL', amountFrom: '1.500' };
      const type = list === 'payouts' ? 'PayoutFilter' : 'OrderFilter';
      const { errors } = await api.send(`query ($filter: ${type}) { ${list}(filter: $filter) { totalCount } }`, {
        filter,
      });
      expect(errors).toMatchObject([{ message: expect.stringMatching(THOUSANDS) as string }]);
    });

    it('refuses decimals for a currency that has none, even if they are zeros', async () => {
      expect(await createOrder(api, { currency: 'JPY', amount: '12.000' })).toMatchObject({
        userErrors: [
          {
            code: 'AMOUNT_TOO_PRECISE',
            message: '12.000 has three decimals, and JPY has none. For 12,000 JPY write 12000; for 12 JPY write 12.',
          },
        ],
      });
    });
  });

  it('every answer shows an amount with the decimals of its currency', async () => {
    await fundBalance(api, { accountId, amount: '1000' });
    expect(await balancesOf(api, accountId)).toMatchObject([
      { available: '1000.00', reserved: '0.00', paidOut: '0.00', received: '0.00', funded: '1000.00' },
    ]);
    expect(await entriesOf(api, { accountId })).toMatchObject([{ amount: '1000.00' }]);
    expect(await compareBalance(api, { accountId, providerFigure: '999.5' })).toMatchObject({
      comparison: { difference: '-0.50', providerFigure: '999.50', balance: { available: '1000.00' } },
    });
    expect(await balanceComparisons(api, { accountId, currency: 'BRL', first: 1 })).toMatchObject({
      nodes: [{ available: '1000.00', reserved: '0.00', providerFigure: '999.50', difference: '-0.50' }],
    });
    const { discrepancies } = await api.request<{ discrepancies: unknown }>(
      `query ($accountId: ID) { discrepancies(filter: { accountId: $accountId }) { nodes {
         ours { name value } theirs { name value } } } }`,
      { accountId },
    );
    expect(discrepancies).toMatchObject({
      nodes: [
        {
          ours: [
            { name: 'reserved', value: '0.00' },
            { name: 'available', value: '1000.00' },
          ],
          theirs: [{ name: 'figure', value: '999.50' }],
        },
      ],
    });

    const payout = await recordedPayout(api, { accountId, amount: '77' });
    expect(payout.amount).toBe('77.00');
    expect((await getPayout(api, payout.id)).amount).toBe('77.00');
    expect((await changePayout(api, { payoutId: payout.id, amount: '78.5' })).payout).toMatchObject({
      amount: '78.50',
    });
    const { payouts, auditEntries } = await desk.purser.admin.request<{ payouts: unknown; auditEntries: unknown }>(
      `query ($accountId: ID, $subjectId: ID) {
         payouts(filter: { accountId: $accountId }) { nodes { amount } }
         auditEntries(filter: { subjectId: $subjectId }) { nodes { before { name value } after { name value } } } }`,
      { accountId, subjectId: payout.id },
    );
    expect(payouts).toMatchObject({ nodes: [{ amount: '78.50' }] });
    expect(JSON.stringify(auditEntries)).toContain('"78.50"');
    await withdrawPayout(api, payout.id);
  });

  it('an order shows its amount with the decimals of its currency, whichever fields are selected', async () => {
    const order = await createdOrder(api, { amount: '10.5', currency: 'EUR' });
    expect(order).toMatchObject({ amount: '10.50' });
    const { orders } = await api.request<{ orders: unknown }>(
      'query ($ids: [ID!]) { orders(filter: { ids: $ids }) { nodes { amount } } }',
      { ids: [order.id] },
    );
    expect(orders).toEqual({ nodes: [{ amount: '10.50' }] });
    expect(await createdOrder(api, { amount: '12000', currency: 'JPY' })).toMatchObject({ amount: '12000' });
  });

  it('rules and their change requests show amounts with the decimals of their currency', async () => {
    const rule = { currency: 'BRL', reason: randomUUID() };
    const { changeRequest } = await setPayoutPolicy(desk.purser.admin, { ...rule, fromAmount: '1500', approvers: 2 });
    expect(JSON.stringify(changeRequest)).not.toContain('"1500"');
    await agreedOn(desk.purser, setPayoutLimit, { ...rule, kind: 'LARGEST_PAYOUT', value: '1500.5' });
    const { payoutLimits } = await api.request<{ payoutLimits: unknown }>('{ payoutLimits { kind value } }');
    expect(payoutLimits).toEqual([{ kind: 'LARGEST_PAYOUT', value: '1500.50' }]);
  });

  it('a repeated request may write the same amount with more or fewer zeros', async () => {
    const request = {
      idempotencyKey: randomUUID(),
      recipient: { name: 'Ana', requisites: 'a@example.com', userId: 'u' },
    };
    const first = await recordedPayout(api, { ...request, amount: '77' });
    expect(await recordedPayout(api, { ...request, amount: '77.00' })).toMatchObject({ id: first.id });
  });
});
