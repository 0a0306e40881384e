import { randomUUID } from 'node:crypto';
import { agree, confirmChange, proposed } from '../support/change-requests.js';
import { eventually } from '../support/eventually.js';
import {
  approvePayout,
  bindPayout,
  bookedPayout,
  closePayout,
  createPayout,
  endRestore,
  getPayout,
  getPayoutGate,
  getRestore,
  payoutInput,
  payoutWhen,
  type PayoutView,
  recordedPayout,
  setPayoutGate,
  withdrawPayout,
} from '../support/payouts.js';
import { ageAttempt } from '../support/payout-ageing.js';
import { closeDiscrepancy, closeLostPayment, listDiscrepancies } from '../support/reconciliation.js';
import { RestorableDesk } from '../support/restorable-desk.js';

const HELD = { limit: 'MAY_HAVE_BEEN_SENT', message: expect.stringContaining('may have been sent') as string };

describe('payment lost by the restored database', () => {
  let desk: RestorableDesk;

  beforeEach(async () => {
    desk = await RestorableDesk.open({ PAYOUT_CLOSE_AFTER_MINUTES: '1' });
  });

  afterEach(async () => {
    await desk.close();
  });

  /**
   * Returns two payouts that were sent after the backup and then forgotten: one waits as approved in the backup, and
   * the other is unknown to it.
   */
  async function lose(): Promise<{
    readonly waiting: PayoutView;
    readonly waitingInput: Record<string, unknown>;
    readonly waitingAt: string;
    readonly forgottenAt: string;
    readonly input: Record<string, unknown>;
  }> {
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'The backup is made.' });
    const waitingInput = payoutInput({ amount: '30' });
    const waiting = await recordedPayout(desk.purser.api, waitingInput);
    await desk.backUp();
    await agree(desk.purser.approver, await setPayoutGate(desk.purser.api, { isOpen: true, reason: 'It was made.' }));
    const sent = await payoutWhen(desk.purser.api, waiting, ({ status }) => status === 'CREATED');
    const input = payoutInput({ amount: '40' });
    const forgotten = await recordedPayout(desk.purser.api, input);
    const ids = { waitingAt: sent.providerPayoutId!, forgottenAt: forgotten.providerPayoutId! };
    await desk.restore();
    return { waiting, waitingInput, ...ids, input };
  }

  /** The provider completes these payouts and sends webhooks to addresses that the database no longer knows. */
  async function announce(...providerPayoutIds: readonly string[]): Promise<void> {
    for (const id of providerPayoutIds) await desk.sandbox.movePayout(id, 'complete');
    await eventually('the payments are known', async () => {
      const open = await listDiscrepancies(desk.purser.admin, { kinds: ['UNKNOWN_PAYOUT'], isOpen: true });
      return providerPayoutIds.every((id) => open.some(({ providerPayoutId }) => providerPayoutId === id)) || null;
    });
  }

  const paidTo = async (input: Record<string, unknown>): Promise<number> => {
    const { requisites } = input['recipient'] as { requisites: string };
    return (await desk.sandbox.payouts()).filter(({ account }) => account.requisites === requisites).length;
  };

  it("the payment's signed webhook causes a read-back, and blocks the payout that it may belong to", async () => {
    const { waiting, waitingAt, forgottenAt } = await lose();
    await announce(waitingAt, forgottenAt);
    expect(await getPayout(desk.purser.api, waiting.id)).toMatchObject({ status: 'APPROVED', blockedBy: HELD });
    expect(await getRestore(desk.purser.api)).toMatchObject({ lostPayments: 2 });
    expect(await getPayoutGate(desk.purser.api)).toMatchObject({ isOpen: false });
    const opening = await setPayoutGate(desk.purser.api, { isOpen: true, reason: 'I looked.' });
    expect(opening).toMatchObject({ changeRequest: null, userErrors: [{ code: 'LOST_PAYMENTS_OPEN' }] });
    for (const id of [waitingAt, forgottenAt]) expect(opening.userErrors[0]?.message).toContain(id);
  });

  it('two people bind the payment to its payout, and the balance is right after that', async () => {
    const { waiting, waitingAt } = await lose();
    await announce(waitingAt);
    await agree(
      desk.purser.approver,
      await bindPayout(desk.purser.api, { payoutId: waiting.id, providerPayoutId: waitingAt }),
    );
    const bound = await getPayout(desk.purser.api, waiting.id);
    expect(bound).toMatchObject({ status: 'COMPLETED', providerPayoutId: waitingAt, blockedBy: null, problem: null });
    expect(bound.attempts).toMatchObject([{ state: 'ACCEPTED', reason: 'OPERATOR_BOUND' }]);
    const found = await listDiscrepancies(desk.purser.admin, { providerPayoutId: waitingAt });
    expect(found).toMatchObject([{ isOpen: false, payoutId: waiting.id }]);
    // A later webhook finds the attempt by its callback address.
    await desk.sandbox.announcePayout(waitingAt);
    await desk.sandbox.isIdle();
    expect(await getRestore(desk.purser.api)).toMatchObject({ lostPayments: 0 });
  });

  it('a repeated request waits for a person, and is bound to the payment', async () => {
    const { input, forgottenAt } = await lose();
    await announce(forgottenAt);
    const repeated = await recordedPayout(desk.purser.api, input);
    expect(await getPayout(desk.purser.approver, repeated.id)).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvalReason: 'POSSIBLE_DUPLICATE',
    });
    // Even if someone approves the payout, it is blocked.
    await approvePayout(desk.purser.approver, repeated.id);
    await agree(
      desk.purser.approver,
      await bindPayout(desk.purser.api, { payoutId: repeated.id, providerPayoutId: forgottenAt }),
    );
    expect(await getPayout(desk.purser.api, repeated.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await recordedPayout(desk.purser.api, input)).toMatchObject({ id: repeated.id, status: 'COMPLETED' });
    expect(await paidTo(input)).toBe(1);
  });

  it('two people close the payment as not ours, and a similar request still waits for a person', async () => {
    const { waiting, waitingAt, forgottenAt, input } = await lose();
    await announce(waitingAt, forgottenAt);
    await agree(
      desk.purser.approver,
      await bindPayout(desk.purser.api, { payoutId: waiting.id, providerPayoutId: waitingAt }),
    );
    const [lost] = await listDiscrepancies(desk.purser.admin, { providerPayoutId: forgottenAt });
    expect(await closeDiscrepancy(desk.purser.api, { discrepancyId: lost!.id, note: 'It is not ours.' })).toMatchObject(
      {
        userErrors: [{ code: 'TAKES_TWO_PEOPLE' }],
      },
    );
    const closing = await closeLostPayment(desk.purser.api, { discrepancyId: lost!.id });
    expect(await listDiscrepancies(desk.purser.admin, { providerPayoutId: forgottenAt })).toMatchObject([
      { isOpen: true },
    ]);
    await agree(desk.purser.approver, closing);
    await agree(
      desk.purser.approver,
      await setPayoutGate(desk.purser.api, { isOpen: true, reason: 'All are settled.' }),
    );
    await agree(desk.purser.approver, await endRestore(desk.purser.api));
    const repeated = await recordedPayout(desk.purser.api, input);
    expect(await getPayout(desk.purser.approver, repeated.id)).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvalReason: 'POSSIBLE_DUPLICATE',
    });
    expect(await paidTo(input)).toBe(1);
  });

  it('an unconfirmed payout cannot be closed if the lost database had closed and resent it', async () => {
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'serverErrorBeforeAccepting' });
    const input = payoutInput({ amount: '50' });
    const payout = await recordedPayout(desk.purser.api, input);
    expect(payout).toMatchObject({ status: 'UNCONFIRMED' });
    await ageAttempt(desk.database, payout.id);
    await desk.backUp();
    await agree(desk.purser.approver, await closePayout(desk.purser.api, { payoutId: payout.id, resend: true }));
    const resent = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
    await desk.restore();
    await announce(resent.providerPayoutId!);
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'UNCONFIRMED', blockedBy: HELD });
    for (const resend of [true, false]) {
      expect(await closePayout(desk.purser.api, { payoutId: payout.id, resend })).toMatchObject({
        userErrors: [{ code: 'EVIDENCE_PENDING' }],
      });
    }
    const binding = { payoutId: payout.id, providerPayoutId: resent.providerPayoutId! };
    await agree(desk.purser.approver, await bindPayout(desk.purser.api, binding));
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({
      status: 'COMPLETED',
      attempts: [{ state: 'CLOSED' }, { state: 'ACCEPTED' }],
    });
    expect(await paidTo(input)).toBe(1);
  });

  it('two people cannot bind a lost payment to a payout with another amount or recipient', async () => {
    const { waiting, forgottenAt } = await lose();
    await announce(forgottenAt);
    const binding = await bindPayout(desk.purser.api, { payoutId: waiting.id, providerPayoutId: forgottenAt });
    expect(await confirmChange(desk.purser.approver, proposed(binding))).toMatchObject({
      changeRequest: { status: 'FAILED' },
      userErrors: [{ code: 'NO_MATCH' }],
    });
    expect(await getPayout(desk.purser.api, waiting.id)).toMatchObject({ status: 'APPROVED', blockedBy: null });
  });

  it('a lost payment may belong to a payout withdrawn after the restore, so a similar request waits for a person', async () => {
    const { waiting, waitingInput } = await lose();
    await eventually('the gate is shut', async () => ((await getRestore(desk.purser.api)).restoredAt ? true : null));
    expect(await withdrawPayout(desk.purser.api, waiting.id)).toMatchObject({
      payout: { status: 'WITHDRAWN', blockedBy: { limit: 'MAY_HAVE_BEEN_SENT' } },
    });
    const anew = await createPayout(desk.purser.api, { ...waitingInput, idempotencyKey: randomUUID() });
    expect(anew).toMatchObject({ payout: { status: 'AWAITING_APPROVAL', approvalReason: 'POSSIBLE_DUPLICATE' } });
  });

  it('after a restore, every new payout waits for a person until two people end the check', async () => {
    await desk.backUp();
    await desk.restore();
    const first = await recordedPayout(desk.purser.api);
    expect(await getPayout(desk.purser.approver, first.id)).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvalReason: 'DATABASE_RESTORED',
    });
    await eventually('the gate is shut', async () => ((await getRestore(desk.purser.api)).restoredAt ? true : null));
    await agree(
      desk.purser.approver,
      await setPayoutGate(desk.purser.api, { isOpen: true, reason: 'Nothing is lost.' }),
    );
    const { id } = await recordedPayout(desk.purser.api);
    expect(await getPayout(desk.purser.approver, id)).toMatchObject({ approvalReason: 'DATABASE_RESTORED' });
    const ending = await endRestore(desk.purser.api);
    expect(await getRestore(desk.purser.api)).toMatchObject({ restoredAt: expect.any(String) as string });
    await agree(desk.purser.approver, ending);
    expect(await getRestore(desk.purser.api)).toEqual({ restoredAt: null, lostPayments: 0 });
    const later = await recordedPayout(desk.purser.api, { idempotencyKey: randomUUID() });
    expect(later).toMatchObject({ status: 'CREATED', approvalReason: null });
    await bookedPayout(desk.sandbox, later);
  });
});
