import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createOrder, orderInput } from '../support/orders.js';
import { makeSendingDue } from '../support/payout-ageing.js';
import {
  agreedOn,
  approvePayout,
  bookedPayout,
  getPayout,
  getPayoutGate,
  type PayoutView,
  recordedPayout,
  setPayoutPolicy,
} from '../support/payouts.js';

const PAYOUTS = 20;

const STATUSES = [
  { status: 401, kind: 'CREDENTIALS', alarm: 'provider_refuses_credentials' },
  { status: 402, kind: 'BALANCE', alarm: 'provider_balance_empty' },
  { status: 403, kind: 'CREDENTIALS', alarm: 'provider_refuses_credentials' },
  { status: 404, kind: 'CREDENTIALS', alarm: 'provider_refuses_credentials' },
  { status: 405, kind: 'CREDENTIALS', alarm: 'provider_refuses_credentials' },
];

describe('provider that refuses every request', () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await openDesk();
  });

  afterEach(() => desk.close());

  const alarmsOf = (wanted: string) => desk.purser.alarms().filter(({ alarm }) => alarm === wanted);

  async function waitsOf(id: string): Promise<readonly string[]> {
    const { payout } = await desk.purser.api.request<{ payout: { waitingFor: { kind: string }[] } }>(
      'query ($id: ID!) { payout(id: $id) { waitingFor { kind } } }',
      { id },
    );
    return payout.waitingFor.map(({ kind }) => kind);
  }

  it.each(STATUSES)(
    'refusals with $status end none of 20 approved payouts, and each arrives once after recovery',
    async ({ status, kind, alarm }) => {
      const { api, approver } = desk.purser;
      await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: '0', approvers: 1 });
      await desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', status, times: null });
      const payouts: PayoutView[] = [];
      for (let n = 0; n < PAYOUTS; n += 1) payouts.push(await recordedPayout(api));
      await Promise.all(payouts.map(({ id }) => approvePayout(approver, id)));
      const now = () => Promise.all(payouts.map(({ id }) => getPayout(api, id)));

      await eventually(`${kind} in the way of all`, async () => {
        await makeSendingDue(desk.database);
        const kinds = await Promise.all(payouts.map(({ id }) => waitsOf(id)));
        return kinds.every((waits) => waits.includes(kind)) ? true : null;
      });
      // Some payouts may be in another attempt.
      expect((await now()).filter((payout) => !['APPROVED', 'SUBMITTING'].includes(payout.status))).toEqual([]);
      expect(await getPayoutGate(api)).toMatchObject({ isOpen: true });
      expect(alarmsOf('payout_unconfirmed')).toEqual([]);
      expect(alarmsOf(alarm)).toHaveLength(1);
      expect(alarmsOf(alarm)[0]).toMatchObject({
        httpStatus: status,
        hint: expect.stringContaining('docs/operations/runbook.md#') as string,
      });

      await desk.sandbox.clearFaults();
      const sent = await eventually('all of them at the provider', async () => {
        await makeSendingDue(desk.database);
        const read = await now();
        return read.every((payout) => payout.providerPayoutId !== null) ? read : null;
      });
      for (const payout of sent) {
        await bookedPayout(desk.sandbox, payout);
        expect(payout.attempts.slice(0, -1).every(({ state }) => state === 'NOT_SENT')).toBe(true);
      }
      expect(alarmsOf(alarm)).toHaveLength(1);
    },
    60_000,
  );

  it('a refusal with 401 declines orders, with one alarm', async () => {
    await desk.sandbox.setFault({ on: 'createOrder', fault: 'refuse', status: 401, times: null });
    for (const _ of [1, 2]) {
      const { order, userErrors } = await createOrder(desk.purser.api, orderInput());
      expect(order).toMatchObject({ status: 'DECLINED' });
      expect(userErrors).toMatchObject([{ code: 'PROVIDER_REFUSED' }]);
    }
    expect(alarmsOf('provider_refuses_credentials')).toHaveLength(1);
  });

  it('a refusal with 402 declines an order and shows the reason', async () => {
    await desk.sandbox.setFault({ on: 'createOrder', fault: 'refuse', status: 402 });
    const { order, userErrors } = await createOrder(desk.purser.api, orderInput());
    expect(order).toMatchObject({ status: 'DECLINED' });
    expect(userErrors).toMatchObject([{ code: 'PROVIDER_REFUSED', message: expect.stringContaining('402') as string }]);
  });
});

describe('start', () => {
  it('warns once if the provider refuses the token, and continues', async () => {
    const desk = await openDesk({ PROVIDER_API_TOKEN: 'another-token-than-the-sandbox-knows' });
    try {
      const warned = await eventually('the line', () =>
        Promise.resolve(desk.purser.logLines.find((line) => line.includes('provider_refuses_at_start')) ?? null),
      );
      expect(warned).toContain('"httpStatus":401');
      expect(warned).toContain('docs/operations/runbook.md#the-provider-refuses-the-token');
      await recordedPayout(desk.purser.api);
    } finally {
      await desk.close();
    }
  });
});
