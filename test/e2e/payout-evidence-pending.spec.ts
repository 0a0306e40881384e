import { agree } from '../support/change-requests.js';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import {
  bangladeshInput,
  closePayout,
  faultMatch,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
} from '../support/payouts.js';
import { IMPATIENT } from '../support/settings.js';
import {
  type AddressedPayout,
  addressedPayout,
  deliver,
  listEvents,
  openWebhookDesk,
  settledEvent,
} from '../support/payout-webhooks-delivery.js';
import { giveUpWebhook } from '../support/webhook-events.js';
import { namedPollsMade } from '../support/polls.js';
import { faultStage } from '../support/fault-stage.js';

describe('closing an unconfirmed payout', () => {
  let desk: Desk;

  faultStage(async () => {
    desk = await openWebhookDesk('observe', { settings: { ...IMPATIENT, PAYOUT_CLOSE_AFTER_MINUTES: '0' } });
    return desk;
  });

  const unconfirmed = (input = payoutInput()): Promise<AddressedPayout> =>
    unconfirmedPayout(desk, { isMade: true, input }).then((payout) => addressedPayout(desk, payout));

  /**
   * Returns an unconfirmed payout that shows no callback address. The provider's answer named its id, but another
   * amount.
   */
  async function named(): Promise<AddressedPayout> {
    const input = bangladeshInput();
    const match = faultMatch(input);
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'malformedAnswer', variant: 'wrongAmount', match });
    const payout = await recordedPayout(desk.purser.api, input);
    expect(payout.status).toBe('UNCONFIRMED');
    return addressedPayout(desk, payout);
  }

  async function expectPending(payout: PayoutView, resend: boolean, what: string): Promise<void> {
    const answer = await closePayout(desk.purser.api, { payoutId: payout.id, resend });
    expect(answer).toMatchObject({
      changeRequest: null,
      userErrors: [{ code: 'EVIDENCE_PENDING', field: null, message: expect.stringContaining(what) as string }],
      payout: { status: 'UNCONFIRMED', changeRequest: null },
    });
  }

  it.each([true, false])(
    "reads back a pending webhook at the payout's own address, and refuses to close the payout until then (resend: %s)",
    async (resend) => {
      const input = payoutInput();
      const payout = await unconfirmed(input);
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'notFound', times: null, match: faultMatch(input) });
      await desk.sandbox.movePayout(payout.providerPayoutId, 'process');
      const event = await eventually('the first try', async () => {
        const [found] = await listEvents(desk, { providerObjectId: payout.providerPayoutId });
        return found && found.note !== null ? found : null;
      });
      await desk.sandbox.clearFaults();
      await giveUpWebhook(desk.database, event.id);
      await expectPending(payout, resend, event.id);
      await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'PROCESSING');
    },
  );

  it("a webhook at another address with the id from the provider's answer blocks closing", async () => {
    const payout = await named();
    const body = JSON.stringify({ id: payout.providerPayoutId });
    await deliver(`${desk.purser.url}/webhooks/payouts`, { body });
    expect(await settledEvent(desk, body)).toMatchObject({ state: 'IGNORED' });
    await expectPending(payout, false, payout.providerPayoutId);
  });

  it("while the id from the provider's answer exists or cannot be read, resending is blocked, but closing is not", async () => {
    const payout = await named();
    await expectPending(payout, true, payout.providerPayoutId);
    await desk.sandbox.setFault({ on: 'readPayout', fault: 'hang', match: { requisites: await requisitesOf(payout) } });
    await expectPending(payout, true, 'timed_out');
    await agree(desk.purser.approver, await closePayout(desk.purser.api, { payoutId: payout.id, resend: false }));
  });

  it("binds the payout instead of closing it if the id from the provider's answer shows the payout's callback URL", async () => {
    const input = payoutInput();
    const match = faultMatch(input);
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'malformedAnswer', variant: 'wrongAmount', match });
    await desk.sandbox.setFault({ on: 'readPayout', fault: 'notFound', match });
    const payout = await recordedPayout(desk.purser.api, input);
    await eventually('the first trace', async () => {
      return (await namedPollsMade(desk.database, payout.attempts[0]!.id)) === 1 ? true : null;
    });
    expect(await closePayout(desk.purser.api, { payoutId: payout.id, resend: true })).toMatchObject({
      userErrors: [{ code: 'NOT_UNCONFIRMED' }],
      payout: { status: 'CREATED', evidence: [{ kind: 'RESPONSE_UNUSABLE' }, { kind: 'CALLBACK_URL' }] },
    });
  });

  it('webhooks about another payout do not block closing, and are processed again', async () => {
    const other = await recordedPayout(desk.purser.api);
    const payout = await unconfirmed();
    const body = JSON.stringify({ id: other.providerPayoutId });
    await deliver(payout.url, { body });
    expect(await settledEvent(desk, body)).toMatchObject({ state: 'PROCESSED', subjectId: other.id });
    await agree(desk.purser.approver, await closePayout(desk.purser.api, { payoutId: payout.id, resend: false }));
    await eventually('it is dealt with again', async () => {
      const [event] = await listEvents(desk, { body });
      return event?.state === 'PROCESSED' && event.replays === 1 ? true : null;
    });
  });

  const requisitesOf = async ({ attempts }: PayoutView): Promise<string> =>
    (await desk.sandbox.findPayouts(attempts[0]!.id))[0]!.account.requisites;
});
