import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import { jsonFile } from '../support/files.js';
import {
  approvePayout,
  declinePayout,
  faultMatch,
  getPayoutGate,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  recordedPayout,
  setPayoutGate,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { ageAttempt, ageCreation } from '../support/payout-ageing.js';
import { leaveSending } from '../support/payouts-as-left.js';
import { OPEN_GATE } from '../support/settings.js';

type Input = Record<string, unknown>;

describe('possible duplicates', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      // The gate must not shut because of the unconfirmed payouts.
      ...OPEN_GATE,
      // Here a 404 or 405 may come from a proxy, after the provider acted, so neither is a definite refusal.
      PROVIDER_PROFILE_FILE: jsonFile({ credentialRefusalStatuses: [401, 403] }),
    });
  });

  afterAll(() => desk.close());

  const sent = (input: Input): Promise<PayoutView> => recordedPayout(desk.purser.api, input);

  const unconfirmed = (input: Input): Promise<PayoutView> => unconfirmedPayout(desk, { isMade: false, input });

  /** Returns a payout that has been sending for a day, which no process would leave behind. */
  async function submitting(input: Input): Promise<PayoutView> {
    const payout = await unconfirmed(input);
    await leaveSending(desk.database, payout.id);
    return payout;
  }

  async function waitingToBeSent(input: Input): Promise<PayoutView> {
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'So that it waits.' });
    return recordedPayout(desk.purser.api, input);
  }

  /** Returns a payout that waits because it looked like a payout that has since been withdrawn. */
  async function waitingForApproval(input: Input): Promise<PayoutView> {
    const first = await waitingToBeSent(input);
    const held = await recordedPayout(desk.purser.api, { ...input, idempotencyKey: randomUUID() });
    await withdrawPayout(desk.purser.api, first.id);
    return held;
  }

  async function withdrawn(input: Input): Promise<PayoutView> {
    const payout = await waitingToBeSent(input);
    await withdrawPayout(desk.purser.api, payout.id);
    return payout;
  }

  async function declined(input: Input): Promise<PayoutView> {
    const payout = await waitingForApproval(input);
    await declinePayout(desk.purser.approver, payout.id, 'Paid by hand.');
    return payout;
  }

  const refusedWith =
    (status: number) =>
    async (input: Input): Promise<PayoutView> => {
      await desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', status, match: faultMatch(input) });
      const payout = await recordedPayout(desk.purser.api, input);
      expect(payout.status).toBe('REJECTED');
      return payout;
    };

  const NOW = '0 hours';
  const JUST_WITHIN = '23 hours 58 minutes';
  const YESTERDAY = '25 hours';

  it.each([
    ['was sent within a day', sent, JUST_WITHIN, JUST_WITHIN],
    ['was created more than a day ago, but sent within a day', sent, YESTERDAY, JUST_WITHIN],
    ['was sent and answered with 404, perhaps by a proxy', refusedWith(404), JUST_WITHIN, JUST_WITHIN],
    ['was sent and answered with 405, perhaps by a proxy', refusedWith(405), NOW, NOW],
    ['is unconfirmed, so it may have been sent', unconfirmed, YESTERDAY, YESTERDAY],
    ['is being sent', submitting, YESTERDAY, YESTERDAY],
    ['is to be sent as soon as the gate opens', waitingToBeSent, YESTERDAY, NOW],
    ['is to be sent as soon as somebody approves it', waitingForApproval, YESTERDAY, NOW],
  ])('a payout waits for a person if an equal payout %s', async (_, first, madeAgo, claimedAgo) => {
    const input = payoutInput();
    const payout = await first(input);
    await ageCreation(desk.database, payout.id, madeAgo);
    await ageAttempt(desk.database, payout.id, claimedAgo);
    const again = await recordedPayout(desk.purser.api, { ...input, idempotencyKey: randomUUID() });
    expect(again).toMatchObject({ status: 'AWAITING_APPROVAL', approvalReason: 'POSSIBLE_DUPLICATE', attempts: [] });
    await openPayoutGateUnlessOpen();
    expect((await approvePayout(desk.purser.approver, again.id)).payout).toMatchObject({ status: 'CREATED' });
  });

  it('its maker sees the payout of the same amount first, however many others came later', async () => {
    const to = { recipient: { name: 'Ana Souza', requisites: 'often-paid@example.com', userId: 'user-1' } };
    const first = await sent({ ...to, amount: '7.00' });
    for (let others = 1; others <= 11; others += 1) await sent({ ...to, amount: `7.${10 + others}` });
    const again = await sent({ ...to, amount: '7.00' });
    const { payout } = await desk.purser.api.request<{
      payout: { approvalReason: string; possibleDuplicates: { id: string; isSameAmount: boolean }[] };
    }>('query ($id: ID!) { payout(id: $id) { approvalReason possibleDuplicates { id isSameAmount } } }', {
      id: again.id,
    });
    expect(payout.approvalReason).toBe('POSSIBLE_DUPLICATE');
    expect(payout.possibleDuplicates).toHaveLength(10);
    expect(payout.possibleDuplicates[0]).toEqual({ id: first.id, isSameAmount: true });
  });

  it('a payout in another currency is no possible duplicate', async () => {
    const recipient = { name: 'A Player', requisites: `player-${randomUUID()}`, userId: 'user-1' };
    const topUp = { paymentType: 'ACCOUNT_LOGIN', amount: '50', recipient };
    await sent(payoutInput({ ...topUp, currency: 'RUB' }));

    expect(await sent(payoutInput({ ...topUp, currency: 'KZT' }))).toMatchObject({ approvalReason: null });
    expect(await sent(payoutInput({ ...topUp, currency: 'RUB' }))).toMatchObject({
      approvalReason: 'POSSIBLE_DUPLICATE',
    });
  });

  it.each([
    ['was sent a day ago', sent, YESTERDAY],
    ['was withdrawn before it was sent', withdrawn, NOW],
    ['was declined before it was sent', declined, NOW],
    ['was refused by the provider', refusedWith(422), NOW],
    ['was answered with 404 a day ago', refusedWith(404), YESTERDAY],
  ])('a payout is sent although an equal payout %s', async (_, first, ago) => {
    const input = payoutInput();
    const payout = await first(input);
    await ageCreation(desk.database, payout.id, ago);
    await ageAttempt(desk.database, payout.id, ago);
    await openPayoutGateUnlessOpen();
    const again = await recordedPayout(desk.purser.api, { ...input, idempotencyKey: randomUUID() });
    expect(again).toMatchObject({ status: 'CREATED', approvalReason: null });
  });

  async function openPayoutGateUnlessOpen(): Promise<void> {
    const { isOpen } = await getPayoutGate(desk.purser.api);
    if (!isOpen) await openPayoutGate(desk.purser, 'They are made.');
  }
});
