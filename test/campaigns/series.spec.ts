import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { balancesOf, fundBalance, newAccount } from '../support/ledger.js';
import { createdOrder } from '../support/orders.js';
import { payoutInput, type PayoutView, payoutWhen, recordedPayout } from '../support/payouts.js';

interface OrderPointView {
  readonly start: string;
  readonly created: number;
  readonly paid: number;
  readonly ended: number;
  readonly paidAmount: string;
  readonly medianSecondsToPaid: string | null;
}

interface PayoutPointView {
  readonly destination: string | null;
  readonly status: string;
  readonly count: number;
  readonly amount: string;
  readonly medianSecondsToFinal: string | null;
  readonly p95SecondsToFinal: string | null;
}

const ORDERS = `query ($input: SeriesInput!) { orderSeries(input: $input) {
  start method currency created paid ended paidAmount medianSecondsToPaid } }`;
const PAYOUTS = `query ($input: SeriesInput!, $byDestination: Boolean!) {
  payoutSeries(input: $input, byDestination: $byDestination) {
    destination currency status count amount medianSecondsToFinal p95SecondsToFinal } }`;
const WEBHOOKS = `query ($input: SeriesInput!) { webhookSeries(input: $input, byDestination: false) {
  source destination endsByWebhook endsByPoll endsOtherwise givenUp p95DelaySeconds } }`;
const BALANCES = `query ($input: SeriesInput!) { balanceSeries(input: $input) { at available reserved } }`;

describe('series', () => {
  let desk: Desk;
  let api: GraphqlClient;
  let accountId: string;

  beforeAll(async () => {
    desk = await openDesk();
    api = desk.purser.api;
  });

  beforeEach(async () => {
    accountId = await newAccount(desk);
  });

  afterAll(() => desk.close());

  /** Returns an input for the account, from a day ago until tomorrow, in one bucket per month. */
  const input = (fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
    bucket: 'MONTH',
    accountId,
    ...fields,
  });

  const problemOf = async (document: string, variables: Record<string, unknown>): Promise<unknown> => {
    const { errors } = await api.send(document, variables);
    return errors[0]?.extensions;
  };

  const orderPoints = async (): Promise<readonly OrderPointView[]> =>
    (await api.request<{ orderSeries: OrderPointView[] }>(ORDERS, { input: input() })).orderSeries;

  const payoutPoints = async (byDestination = true): Promise<readonly PayoutPointView[]> => {
    const variables = { input: input(), byDestination };
    return (await api.request<{ payoutSeries: PayoutPointView[] }>(PAYOUTS, variables)).payoutSeries;
  };

  /** Makes the provider complete a payout, and waits until Purser knows. */
  const complete = async (payout: PayoutView): Promise<void> => {
    const { providerPayoutId } = await payoutWhen(api, payout, (read) => read.providerPayoutId !== null);
    await desk.sandbox.movePayout(providerPayoutId!, 'process');
    await desk.sandbox.movePayout(providerPayoutId!, 'complete');
    await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
  };

  it('orders are counted by creation, final status and payment', async () => {
    const orders = [
      await createdOrder(api, { accountId, amount: '10.50' }),
      await createdOrder(api, { accountId, amount: '0.75' }),
      await createdOrder(api, { accountId, amount: '3.00' }),
      await createdOrder(api, { accountId, amount: '4.00' }),
    ];
    await desk.sandbox.move(orders[0]!.providerOrderId, 'pay');
    await desk.sandbox.move(orders[1]!.providerOrderId, 'pay');
    await desk.sandbox.move(orders[2]!.providerOrderId, 'decline');
    const [point] = await eventually('all ends are counted', async () => {
      const points = await orderPoints();
      return points[0]?.ended === 3 ? points : null;
    });
    expect(point).toMatchObject({ created: 4, paid: 2, ended: 3, paidAmount: '11.25' });
    expect(point).toMatchObject({ method: 'HOSTED_PAGE', currency: 'EUR' });
    expect(Number(point!.medianSecondsToPaid)).toBeGreaterThan(0);
    expect(new Date(point!.start).getUTCDate()).toBe(1);

    const [ends] = await eventually('how the ends became known is counted', async () => {
      const { webhookSeries } = await api.request<{ webhookSeries: Record<string, number>[] }>(WEBHOOKS, {
        input: input(),
      });
      return webhookSeries[0] ? webhookSeries : null;
    });
    expect(ends).toMatchObject({ source: 'ORDERS', destination: null, givenUp: 0 });
    expect(ends!['endsByWebhook']! + ends!['endsByPoll']! + ends!['endsOtherwise']!).toBe(3);
  });

  it('payouts are counted by status, with the amounts of final payouts', async () => {
    const { recipient } = payoutInput();
    await complete(await recordedPayout(api, { accountId, amount: '12.50' }));
    await complete(await recordedPayout(api, { accountId, amount: '7.00', recipient }));
    // Possible duplicates of the second payout.
    for (const amount of ['7.00', '7.00']) await recordedPayout(api, { accountId, amount, recipient });
    const statusOf = (points: readonly PayoutPointView[], wanted: string): PayoutPointView | undefined =>
      points.find(({ status }) => status === wanted);
    const points = await eventually('all are counted where they stand', async () => {
      const counted = await payoutPoints();
      return statusOf(counted, 'COMPLETED')?.count === 2 ? counted : null;
    });
    expect(statusOf(points, 'COMPLETED')).toMatchObject({ destination: 'brazil-pix', amount: '19.50' });
    expect(Number(statusOf(points, 'COMPLETED')!.p95SecondsToFinal)).toBeGreaterThan(0);
    expect(statusOf(points, 'AWAITING_APPROVAL')).toMatchObject({
      count: 2,
      amount: '0.00',
      medianSecondsToFinal: null,
    });
    expect(statusOf(await payoutPoints(false), 'COMPLETED')).toMatchObject({ destination: null, count: 2 });
  });

  it('a balance shows its history', async () => {
    await fundBalance(api, { accountId, currency: 'BRL', amount: '100.00', reference: 'bank', idempotencyKey: 'one' });
    await complete(await recordedPayout(api, { accountId, amount: '12.50' }));
    const { balanceSeries } = await api.request<{ balanceSeries: object[] }>(BALANCES, {
      input: input({ currency: 'BRL' }),
    });
    const [balance] = await balancesOf(api, accountId);
    expect(balanceSeries).toMatchObject([{ available: balance!.available, reserved: balance!.reserved }]);
    expect(balance).toMatchObject({ available: '87.50' });
  });

  it.each([
    ['ends before it begins', { to: '2020-01-01T00:00:00Z' }, ['input', 'to']],
    ['has more buckets than a chart', { from: '2020-01-01T00:00:00Z', bucket: 'DAY' }, ['input', 'to']],
    ['has no time zone', { timeZone: 'Europe/Atlantis' }, ['input', 'timeZone']],
    ['has an offset for a time zone', { timeZone: '+03:00' }, ['input', 'timeZone']],
  ])('a series is refused if its time %s', async (_, fields, field) => {
    expect(await problemOf(ORDERS, { input: input(fields) })).toMatchObject({ code: 'BAD_USER_INPUT', field });
  });

  it('a balance series requires an account and a currency', async () => {
    const answers = [input(), input({ accountId: null, currency: 'BRL' })].map((given) =>
      problemOf(BALANCES, { input: given }),
    );
    expect(await Promise.all(answers)).toMatchObject([
      { code: 'BAD_USER_INPUT', field: ['input', 'currency'] },
      { code: 'BAD_USER_INPUT', field: ['input', 'accountId'] },
    ]);
  });
});
