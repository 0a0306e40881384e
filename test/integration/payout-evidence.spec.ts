import { randomUUID } from 'node:crypto';
import { agree, confirmChange, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import {
  approvePayout,
  bindPayout,
  bookedPayout,
  closePayout,
  faultMatch,
  getPayout,
  getPayoutGate,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  refreshPayout,
  setPayoutGate,
  unconfirmedPayout,
} from '../support/payouts.js';
import { APPROVER_API_KEY } from '../support/purser.js';
import { OPEN_GATE } from '../support/settings.js';
import { faultStage } from '../support/fault-stage.js';

describe('evidence about payouts', () => {
  let desk: Desk;

  faultStage(async () => {
    desk = await openDesk({
      APPROVER_API_KEY,
      PAYOUT_CLOSE_AFTER_MINUTES: '0',
      ...OPEN_GATE,
    });
    return desk;
  });

  const alarmOf = (alarm: string, { id }: PayoutView): Promise<unknown> =>
    eventually(`the alarm ${alarm}`, () =>
      Promise.resolve(desk.purser.alarms().find((raised) => raised.alarm === alarm && raised.payoutId === id)),
    );

  /** Returns two unconfirmed payouts with equal amount and recipient, both of which the provider has. */
  async function possibleDuplicates(): Promise<readonly [PayoutView, PayoutView]> {
    const input = payoutInput();
    const first = await unconfirmedPayout(desk, { isMade: true, input });
    const held = await recordedPayout(desk.purser.api, { ...input, idempotencyKey: randomUUID() });
    const match = faultMatch(input);
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'serverErrorAfterAccepting', match });
    const { payout: second } = await approvePayout(desk.purser.as(APPROVER_API_KEY), held.id);
    expect(second).toMatchObject({ status: 'UNCONFIRMED' });
    return [first, second!];
  }

  describe('the callback URL of a possible duplicate', () => {
    it('a person cannot bind a payout whose callback URL belongs to a possible duplicate, even with a second person', async () => {
      const [first, second] = await possibleDuplicates();
      const binding = { payoutId: first.id, providerPayoutId: (await bookedPayout(desk.sandbox, second)).id };
      const request = proposed(await bindPayout(desk.purser.api, binding));
      expect(await confirmChange(desk.purser.as(APPROVER_API_KEY), request)).toMatchObject({
        changeRequest: { status: 'FAILED' },
        userErrors: [{ code: 'NO_MATCH' }],
      });
      expect(await getPayout(desk.purser.api, first.id)).toMatchObject({
        status: 'UNCONFIRMED',
        providerPayoutId: null,
      });
    });

    it("binds the payout that the callback URL belongs to, even if the webhook came to the duplicate's address", async () => {
      const [first, second] = await possibleDuplicates();
      const { callbackUrl } = await bookedPayout(desk.sandbox, first);
      const { id } = await bookedPayout(desk.sandbox, second);
      const body = JSON.stringify({ id });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(callbackUrl!, { method: 'POST', headers, body })).status).toBe(200);
      const [event] = await eventually('the webhook is dealt with', async () => {
        const rows = await desk.database.query<{ state: string; subject: string }>(
          `SELECT state, subject_id AS subject FROM webhook_events WHERE attempt_id = $1 AND state <> 'RECEIVED'`,
          [first.attempts[0]!.id],
        );
        return rows.length > 0 ? rows : null;
      });
      expect(event).toEqual({ state: 'PROCESSED', subject: second.id });
      expect(await getPayout(desk.purser.api, first.id)).toEqual(first);
      expect(await getPayout(desk.purser.api, second.id)).toMatchObject({ status: 'CREATED', providerPayoutId: id });
    });
  });

  describe('wrong ids in answers', () => {
    let other: PayoutView;
    let misbound: PayoutView;
    let otherId: string;
    let ownId: string;

    beforeEach(async () => {
      other = await unconfirmedPayout(desk, { isMade: true });
      const input = payoutInput();
      await desk.sandbox.setFault({
        on: 'createPayout',
        fault: 'malformedAnswer',
        variant: 'otherId',
        match: faultMatch(input),
      });
      misbound = await recordedPayout(desk.purser.api, input);
      otherId = (await bookedPayout(desk.sandbox, other)).id;
      ownId = (await bookedPayout(desk.sandbox, misbound)).id;
      expect(misbound).toMatchObject({ status: 'CREATED', providerPayoutId: otherId });
    });

    it('a read-back removes the binding to a wrong id', async () => {
      expect(await refreshPayout(desk.purser.api, misbound.id)).toMatchObject({
        userErrors: [{ code: 'PAYOUT_MISMATCH' }],
        payout: { status: 'UNCONFIRMED', providerPayoutId: null, attempts: [{ state: 'UNKNOWN' }] },
      });
      await alarmOf('payout_binding_disproved', misbound);
    });

    it.each(['its own webhook', "the other's webhook"])(
      'both payouts get their own ids, with %s first',
      async (first) => {
        const ids = first === 'its own webhook' ? [ownId, otherId] : [otherId, ownId];
        for (const id of ids) {
          await desk.sandbox.movePayout(id, 'complete');
          await desk.sandbox.isIdle();
        }
        const own = await payoutWhen(desk.purser.api, misbound, ({ status }) => status === 'COMPLETED');
        expect(own).toMatchObject({
          providerPayoutId: ownId,
          evidence: [
            { kind: 'RESPONSE' },
            { kind: 'BINDING_DISPROVED', providerPayoutId: otherId },
            { kind: 'CALLBACK_URL' },
          ],
        });
        const bound = await payoutWhen(desk.purser.api, other, ({ status }) => status === 'COMPLETED');
        expect(bound).toMatchObject({ providerPayoutId: otherId, attempts: [{ state: 'ACCEPTED' }] });
        expect(await getPayoutGate(desk.purser.api)).toMatchObject({ isOpen: true });
      },
    );
  });

  it('a callback URL binds a payout even if the provider shows another amount, with an alarm', async () => {
    const input = payoutInput();
    const payout = await unconfirmedPayout(desk, { isMade: true, input });
    const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
    const read = { on: 'readPayout', fault: 'malformedAnswer', variant: 'wrongAmount', match: faultMatch(input) };
    await desk.sandbox.setFault(read);
    await desk.sandbox.movePayout(providerPayoutId, 'process');
    const bound = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'PROCESSING');
    expect(bound).toMatchObject({ providerPayoutId, problem: expect.stringContaining('another amount') as string });
    await alarmOf('payout_mismatch', bound);
  });

  /** Makes the last attempt count as proved unsent, so that the payout is due to be sent again. */
  async function proveNotSent({ id, attempts }: PayoutView): Promise<void> {
    await desk.database.query(`UPDATE payout_attempts SET state = 'NOT_SENT' WHERE id = $1`, [attempts.at(-1)!.id]);
    await desk.database.query(
      `UPDATE payouts SET submission_state = 'APPROVED', next_attempt_at = now() WHERE id = $1`,
      [id],
    );
  }

  /** Opens the gate and waits until a newer payout is sent, so the tick has also passed the payout under test. */
  async function sendOthers(): Promise<void> {
    await openPayoutGate(desk.purser, 'The rest may go out.');
    const input = payoutInput();
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'serverErrorBeforeAccepting', match: faultMatch(input) });
    const other = await recordedPayout(desk.purser.api, input);
    await proveNotSent(other);
    await payoutWhen(desk.purser.api, other, ({ status }) => status === 'CREATED');
  }

  it('evidence that an attempt was sent after all prevents another attempt', async () => {
    const payout = await unconfirmedPayout(desk, { isMade: true });
    const booked = await bookedPayout(desk.sandbox, payout);
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'Nothing goes out before the evidence is in.' });
    await proveNotSent(payout);
    await desk.sandbox.movePayout(booked.id, 'process');
    const bound = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'PROCESSING');
    await alarmOf('payout_found_after_end', bound);
    await sendOthers();
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({
      providerPayoutId: booked.id,
      attempts: [{ state: 'ACCEPTED' }],
    });
  });

  it('evidence for an earlier attempt prevents a third attempt, even if the second was not sent', async () => {
    const input = payoutInput();
    const payout = await unconfirmedPayout(desk, { isMade: true, input });
    const stray = await bookedPayout(desk.sandbox, payout);
    const match = faultMatch(input);
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'serverErrorBeforeAccepting', match });
    const closing = { payoutId: payout.id, resend: true };
    await agree(desk.purser.as(APPROVER_API_KEY), await closePayout(desk.purser.api, closing));
    const resent = await payoutWhen(
      desk.purser.api,
      payout,
      ({ status, attempts }) => status === 'UNCONFIRMED' && attempts.length === 2,
    );
    await desk.sandbox.movePayout(stray.id, 'complete');
    await alarmOf('payout_duplicate_paid', payout);
    await proveNotSent(resent);
    await sendOthers();
    const kept = await getPayout(desk.purser.api, payout.id);
    expect(kept.attempts).toMatchObject([{ state: 'CLOSED' }, { state: 'NOT_SENT' }]);
    expect(kept.problem).toContain(stray.id);

    // The provider's next webhook about the stray payout settles it.
    await desk.sandbox.announcePayout(stray.id);
    await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'COMPLETED');
  });
});
