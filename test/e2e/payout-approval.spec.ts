import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  approvePayout,
  bookedPayout,
  createPayout,
  faultMatch,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  setPayoutGate,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { APPROVER_API_KEY } from '../support/purser.js';

describe('payouts that are not sent yet', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let checker: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk();
    maker = desk.purser.api;
    checker = desk.purser.as(APPROVER_API_KEY);
  });

  afterAll(async () => {
    await desk.close();
  });

  const codes = ({ userErrors }: { userErrors: readonly { code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  describe('possible duplicates', () => {
    async function heldPayout(): Promise<PayoutView> {
      const input = payoutInput();
      await recordedPayout(maker, input);
      const held = await recordedPayout(maker, { ...input, idempotencyKey: randomUUID() });
      expect(held).toMatchObject({ status: 'AWAITING_APPROVAL', attempts: [] });
      return held;
    }

    it('possible duplicates are sent once another key approves them', async () => {
      const held = await heldPayout();
      await expect(approvePayout(maker, held.id)).rejects.toThrow('payouts:approve');
      const { payout, userErrors } = await approvePayout(checker, held.id);
      expect(userErrors).toEqual([]);
      expect(payout).toMatchObject({ status: 'CREATED', attempts: [{ state: 'ACCEPTED' }] });
      expect(payout!.timeline.slice(0, 2)).toEqual([
        { from: null, to: 'AWAITING_APPROVAL', cause: 'API' },
        { from: 'AWAITING_APPROVAL', to: 'APPROVED', cause: 'OPERATOR' },
      ]);
      await bookedPayout(desk.sandbox, payout!);
      expect(codes(await approvePayout(checker, held.id))).toEqual(['NOT_AWAITING_APPROVAL']);
    });

    it('possible duplicates are sent once by two concurrent approvals', async () => {
      const held = await heldPayout();
      const both = await Promise.all([approvePayout(checker, held.id), approvePayout(checker, held.id)]);
      expect(both.flatMap(codes)).toEqual(['NOT_AWAITING_APPROVAL']);
      const sent = await payoutWhen(maker, held, ({ status }) => status === 'CREATED');
      expect(sent.attempts).toHaveLength(1);
      await bookedPayout(desk.sandbox, sent);
    });

    it('refuses to create a payout with a key that approves payouts', async () => {
      await expect(createPayout(checker)).rejects.toThrow('FORBIDDEN');
      expect(codes(await approvePayout(checker, randomUUID()))).toEqual(['PAYOUT_NOT_FOUND']);
    });

    it('refuses to approve a withdrawn payout', async () => {
      const held = await heldPayout();
      // Repeating the withdrawal succeeds.
      for (const _ of ['once', 'again']) {
        expect(await withdrawPayout(maker, held.id)).toMatchObject({
          userErrors: [],
          payout: { status: 'WITHDRAWN', isFinal: true, attempts: [] },
        });
      }
      expect(codes(await approvePayout(checker, held.id))).toEqual(['NOT_AWAITING_APPROVAL']);
    });
  });

  it('a withdrawn payout is never sent', async () => {
    await setPayoutGate(maker, { isOpen: false, reason: 'So that they wait.' });
    const [withdrawn, waiting] = [await recordedPayout(maker), await recordedPayout(maker)];
    expect(withdrawn).toMatchObject({ status: 'APPROVED', attempts: [] });
    expect(await withdrawPayout(maker, withdrawn.id)).toMatchObject({ payout: { status: 'WITHDRAWN' } });
    await openPayoutGate(desk.purser, 'So that they go.');
    // The payout that waited behind the withdrawn one was sent, so the tick has passed both.
    await payoutWhen(maker, waiting, ({ status }) => status === 'CREATED');
    const { payout } = await withdrawPayout(maker, withdrawn.id);
    expect(payout).toMatchObject({
      status: 'WITHDRAWN',
      attempts: [],
      timeline: [{ to: 'APPROVED' }, { from: 'APPROVED' }],
    });
  });

  it.each([
    ['CREATED', () => recordedPayout(desk.purser.api)],
    ['UNCONFIRMED', () => unconfirmedPayout(desk, { isMade: false })],
    ['REJECTED', rejectedPayout],
  ] as const)('refuses to withdraw a payout that is %s', async (status, sentPayout) => {
    const { id } = await sentPayout();
    expect(await withdrawPayout(maker, id)).toMatchObject({
      userErrors: [{ code: 'PAYOUT_ALREADY_SENT', field: ['input', 'payoutId'] }],
      payout: { status },
    });
    expect(codes(await withdrawPayout(maker, randomUUID()))).toEqual(['PAYOUT_NOT_FOUND']);
  });

  async function rejectedPayout(): Promise<PayoutView> {
    const input = payoutInput();
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', match: faultMatch(input) });
    return recordedPayout(maker, input);
  }
});

describe('payouts without a policy or a default', () => {
  it("a payout waits for someone else's approval", async () => {
    // An empty variable counts as unset.
    const desk = await openDesk({ PAYOUT_APPROVERS_DEFAULT: '' });
    try {
      const held = await recordedPayout(desk.purser.api, payoutInput());
      expect(held).toMatchObject({
        status: 'AWAITING_APPROVAL',
        approvalReason: 'POLICY',
        approvalsNeeded: 1,
        attempts: [],
      });
      const { payout } = await approvePayout(desk.purser.as(APPROVER_API_KEY), held.id);
      expect(payout).toMatchObject({ status: 'CREATED' });
    } finally {
      await desk.close();
    }
  });
});
