import { randomUUID } from 'node:crypto';
import { agree } from '../support/change-requests.js';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  bangladeshInput,
  bindPayout,
  faultMatch,
  getPayoutGate,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  refreshPayout,
  unconfirmedPayout,
} from '../support/payouts.js';
import { type DiscrepancyView, listDiscrepancies } from '../support/reconciliation.js';
import {
  addressedPayout,
  type AddressedPayout,
  deliver,
  listEvents,
  openWebhookDesk,
  settledEvent,
} from '../support/payout-webhooks-delivery.js';
import { makeLastTryDue } from '../support/webhook-events.js';
import { faultStage } from '../support/fault-stage.js';

describe('evidence about payouts', () => {
  let desk: Desk;
  let api: GraphqlClient;

  faultStage(async () => {
    // Polls are too far apart to help, so everything is learned from webhooks.
    desk = await openWebhookDesk('observe');
    api = desk.purser.api;
    return desk;
  });

  const unconfirmed = (input: Record<string, unknown>): Promise<AddressedPayout> =>
    unconfirmedPayout(desk, { isMade: true, input }).then((payout) => addressedPayout(desk, payout));

  const alarmsOf = ({ id }: PayoutView): string[] =>
    desk.purser.alarms().flatMap(({ alarm, payoutId }) => (payoutId === id ? alarm : []));

  const discrepanciesOf = (filter: Readonly<Record<string, unknown>>): Promise<readonly DiscrepancyView[]> =>
    listDiscrepancies(api, filter);

  describe('payouts that the provider does not show yet', () => {
    it('an unconfirmed payout is bound once the provider shows it', async () => {
      const input = payoutInput();
      const payout = await unconfirmed(input);
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'notFound', match: faultMatch(input) });
      await desk.sandbox.movePayout(payout.providerPayoutId, 'complete');
      await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
    });

    it('a payout that the provider does not show is read back repeatedly, then given up with an alarm', async () => {
      const payout = await unconfirmed(payoutInput());
      const providerObjectId = randomUUID();
      const body = JSON.stringify({ id: providerObjectId });
      expect(await deliver(payout.url, { body })).toBe(200);
      const event = await eventually('the first try', async () => (await listEvents(desk, { providerObjectId }))[0]);
      expect(event).toMatchObject({ state: 'RECEIVED', note: expect.stringContaining('does not show') as string });
      await makeLastTryDue(desk.database, event.id);
      expect(await settledEvent(desk, body)).toMatchObject({ state: 'FAILED' });
      expect(desk.purser.alarms()).toContainEqual(expect.objectContaining({ alarm: 'webhook_given_up' }));
    });

    it('a recently bound payout that the provider does not show yet raises no alarm, and moves once shown', async () => {
      const input = payoutInput();
      const payout = await addressedPayout(desk, await recordedPayout(api, input));
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'notFound', match: faultMatch(input) });
      await desk.sandbox.movePayout(payout.providerPayoutId, 'complete');
      const completed = await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
      expect(completed).toMatchObject({ problem: null });
      expect(alarmsOf(payout)).toEqual([]);
      expect(await discrepanciesOf({ payoutId: payout.id })).toEqual([]);
    });
  });

  describe("ids in a webhook at the payout's own address", () => {
    const ENVELOPES: readonly (readonly [string, (id: string) => string])[] = [
      ['behind the id of the event', (payoutId) => JSON.stringify({ id: randomUUID(), payoutId })],
      ['in the data of the event', (id) => JSON.stringify({ id: randomUUID(), data: { id } })],
      ['in a list', (id) => JSON.stringify([{ id }])],
      ['in snake case', (id) => JSON.stringify({ event_id: randomUUID(), payout_id: id })],
      ['in a form', (id) => `event=${randomUUID()}&payoutId=${id}&status=COMPLETED`],
      ['in JSON that was cut', (id) => JSON.stringify({ merchantId: randomUUID(), id, amount: '12.50' }).slice(0, -8)],
    ];

    it.each(ENVELOPES)('an id %s binds the payout', async (_, envelope) => {
      const payout = await unconfirmed(payoutInput());
      const body = envelope(payout.providerPayoutId);
      expect(await deliver(payout.url, { body })).toBe(200);
      expect(await settledEvent(desk, body)).toMatchObject({ state: 'PROCESSED', subjectId: payout.id });
      await payoutWhen(api, payout, ({ providerPayoutId }) => providerPayoutId === payout.providerPayoutId);
    });
  });

  describe('answers without a callback address', () => {
    const told = async ({ url, providerPayoutId: id }: AddressedPayout): Promise<void> => {
      const body = JSON.stringify({ id });
      expect(await deliver(url, { body })).toBe(200);
      await settledEvent(desk, body);
    };

    describe('a wrong id in the answer', () => {
      let other: AddressedPayout;
      let misbound: AddressedPayout;

      beforeEach(async () => {
        other = await unconfirmed(bangladeshInput());
        const input = bangladeshInput({ amount: '900' });
        const fault = { on: 'createPayout', fault: 'malformedAnswer', variant: 'otherId', match: faultMatch(input) };
        await desk.sandbox.setFault(fault);
        const answered = await recordedPayout(api, input);
        expect(answered).toMatchObject({ status: 'CREATED', providerPayoutId: other.providerPayoutId });
        misbound = await addressedPayout(desk, answered);
      });

      it('a read-back with another amount removes the binding', async () => {
        expect(await refreshPayout(api, misbound.id)).toMatchObject({
          userErrors: [{ code: 'PAYOUT_MISMATCH' }],
          payout: { status: 'UNCONFIRMED', providerPayoutId: null, evidence: [{}, { kind: 'BINDING_DISPROVED' }] },
        });
        await eventually('the alarm', () =>
          Promise.resolve(alarmsOf(misbound).find((alarm) => alarm === 'payout_binding_disproved')),
        );
      });

      it('an id that two people bind to another payout is removed from the first', async () => {
        const binding = { payoutId: other.id, providerPayoutId: other.providerPayoutId };
        await agree(desk.purser.approver, await bindPayout(api, binding));
        await payoutWhen(api, misbound, ({ status }) => status === 'UNCONFIRMED');
      });

      it.each(['its own webhook', "the other's webhook"])(
        'both payouts get their own ids, with %s first',
        async (first) => {
          for (const payout of first === 'its own webhook' ? [misbound, other] : [other, misbound]) await told(payout);
          for (const { id, providerPayoutId } of [other, misbound]) {
            await payoutWhen(api, { id }, (now) => now.providerPayoutId === providerPayoutId);
          }
          expect(await getPayoutGate(api)).toMatchObject({ isOpen: true });
          expect([...alarmsOf(misbound), ...alarmsOf(other)]).not.toContain('payout_duplicate_paid');
        },
      );
    });

    it('a read-back with another amount opens a discrepancy and binds nothing', async () => {
      const input = bangladeshInput();
      const payout = await unconfirmed(input);
      const [providerPayoutId] = await desk.sandbox.enterPayouts({
        payouts: [
          { amount: '801', currency: 'BDT', account: { ...(input['recipient'] as object), ...faultMatch(input) } },
        ],
      });
      await told({ ...payout, providerPayoutId: providerPayoutId! });
      expect(await discrepanciesOf({ payoutId: payout.id })).toMatchObject([
        { kind: 'AMOUNT', providerPayoutId, theirs: [{ name: 'amount', value: '801.00' }] },
      ]);
      expect(await payoutWhen(api, payout, () => true)).toMatchObject({ status: 'UNCONFIRMED' });
    });
  });
});
