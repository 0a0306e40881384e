import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  approvePayout,
  bindPayout,
  bookedPayout,
  closePayout,
  faultMatch,
  getPayout,
  type PayoutChange,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';

describe('decisions of people about payouts', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let checkers: readonly [GraphqlClient, GraphqlClient];

  beforeAll(async () => {
    desk = await openDesk({
      PAYOUT_GATE_MAX_UNCONFIRMED: '1000',
      PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '100',
    });
    maker = desk.purser.api;
    const newChecker = (): Promise<GraphqlClient> =>
      desk.keyWith(['payouts:read', 'payouts:resolve', 'payouts:approve']);
    checkers = [await newChecker(), await newChecker()];
  });

  beforeEach(async () => {
    // A call that succeeds between the faults, or five in a row would rightly open the circuit breaker.
    await recordedPayout(maker);
  });

  afterEach(() => desk.sandbox.clearFaults());

  afterAll(() => desk.close());

  const codes = ({ userErrors }: PayoutChange): string[] => userErrors.map(({ code }) => code);

  const countReads = async (): Promise<number> =>
    (await desk.sandbox.countRequests())['GET /v1/payouts/{payoutId}'] ?? 0;

  /** A payout there is an open proposal about, to bind it to what the payment service made of it. */
  async function proposedPayout() {
    const input = payoutInput();
    const payout = await unconfirmedPayout(desk, { isMade: true, input });
    const decision = { payoutId: payout.id, providerPayoutId: (await bookedPayout(desk.sandbox, payout)).id };
    expect(codes(await bindPayout(maker, decision))).toEqual([]);
    return { payout, decision, match: faultMatch(input) };
  }

  describe('to bind one', () => {
    it('wait on while the payment service cannot be asked, and are then confirmed', async () => {
      const { payout, decision, match } = await proposedPayout();
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'serverError', times: null, match });
      expect(await bindPayout(checkers[0], decision)).toMatchObject({
        isConfirmed: false,
        userErrors: [{ code: 'PROVIDER_UNAVAILABLE', field: null }],
        payout: { status: 'UNCONFIRMED', evidence: [], pendingProposal: { kind: 'BIND' } },
      });
      await desk.sandbox.clearFaults();
      expect(await bindPayout(checkers[0], decision)).toMatchObject({
        isConfirmed: true,
        userErrors: [],
        payout: { id: payout.id, providerPayoutId: decision.providerPayoutId, pendingProposal: null },
      });
    });

    it('take effect once when two confirm at once', async () => {
      const { payout, decision } = await proposedPayout();
      const answers = await Promise.all(checkers.map((checker) => bindPayout(checker, decision)));
      expect(answers.map((answer) => [answer.isConfirmed, ...codes(answer)]).sort()).toEqual([
        [false, 'NOT_UNCONFIRMED'],
        [true],
      ]);
      expect((await getPayout(maker, payout.id)).evidence).toHaveLength(1);
    });

    it('are refused when they were replaced while the payment service was asked', async () => {
      const { payout, decision, match } = await proposedPayout();
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'answerSlowly', delayMs: 2_000, match });
      const before = await countReads();
      const confirming = bindPayout(checkers[0], decision);
      await eventually('it is read back', async () => ((await countReads()) > before ? true : null));
      expect(codes(await bindPayout(maker, { ...decision, providerPayoutId: randomUUID() }))).toEqual([]);
      expect(codes(await confirming)).toEqual(['DIFFERS_FROM_PROPOSAL']);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'UNCONFIRMED', evidence: [] });
    });
  });

  describe('that wait for a second person', () => {
    const openDecisions = async (): Promise<readonly { id: string; kind: string; subject: string }[]> =>
      (
        await maker.request<{ decisions: readonly { id: string; kind: string; subject: string }[] }>(
          '{ decisions { id kind subject } }',
        )
      ).decisions;

    it('lapse after a day, and can then be replaced by anybody', async () => {
      const { payout, decision } = await proposedPayout();
      const mistaken = { ...decision, providerPayoutId: randomUUID() };
      expect(codes(await bindPayout(checkers[0], mistaken))).toEqual(['DIFFERS_FROM_PROPOSAL']);
      await desk.database.query('UPDATE decisions SET expires_at = now() WHERE subject = $1', [payout.id]);
      expect((await getPayout(maker, payout.id)).pendingProposal).toBeNull();
      expect(await bindPayout(checkers[0], decision)).toMatchObject({ isConfirmed: false, userErrors: [] });
      expect(await bindPayout(checkers[1], decision)).toMatchObject({ isConfirmed: true, userErrors: [] });
    });

    it.each(['revoked_at', 'replaced_at'])("are nobody's once the key that made them has %s", async (column) => {
      const thief = await desk.keyWith(['payouts:read', 'payouts:resolve']);
      const [key] = await desk.database.query<{ id: string }>(
        'SELECT id FROM api_keys ORDER BY created_at DESC LIMIT 1',
      );
      const payout = await unconfirmedPayout(desk, { isMade: true });
      const decision = { payoutId: payout.id, providerPayoutId: (await bookedPayout(desk.sandbox, payout)).id };
      expect(codes(await bindPayout(thief, decision))).toEqual([]);
      await desk.database.query(`UPDATE api_keys SET ${column} = now() WHERE id = $1`, [key!.id]);
      expect((await getPayout(maker, payout.id)).pendingProposal).toBeNull();
      expect((await openDecisions()).filter(({ subject }) => subject === payout.id)).toEqual([]);
      expect(await bindPayout(checkers[0], decision)).toMatchObject({ isConfirmed: false, userErrors: [] });
    });

    it('can be declined, and something else be decided', async () => {
      const { payout, decision } = await proposedPayout();
      const open = (await openDecisions()).find(({ subject }) => subject === payout.id);
      expect(open).toMatchObject({ kind: 'UNCONFIRMED_PAYOUT' });
      await desk.purser.admin.request(
        `mutation ($input: DeclineDecisionInput!) { declineDecision(input: $input) { userErrors { code } } }`,
        { input: { decisionId: open!.id, reason: 'It is another one.' } },
      );
      expect((await getPayout(maker, payout.id)).pendingProposal).toBeNull();
      const other = { ...decision, providerPayoutId: randomUUID() };
      expect(codes(await bindPayout(checkers[0], other))).toEqual([]);
    });

    it('end when evidence settles what they are about', async () => {
      const { payout, decision } = await proposedPayout();
      await desk.sandbox.movePayout(decision.providerPayoutId, 'process');
      await payoutWhen(maker, payout, ({ status }) => status === 'PROCESSING');
      expect((await openDecisions()).filter(({ subject }) => subject === payout.id)).toEqual([]);
      expect(codes(await bindPayout(checkers[0], decision))).toEqual(['NOT_UNCONFIRMED']);
    });
  });

  describe('to close one', () => {
    const LONGER_THAN_THE_COOL_OFF = '61 minutes';

    afterEach(() => {
      jest.restoreAllMocks();
    });

    /** As if attempts so far had been made that much earlier. */
    async function letTimePass({ id }: PayoutView): Promise<void> {
      await desk.database.query(
        `UPDATE payout_attempts SET claimed_at = claimed_at - $2::interval WHERE payout_id = $1`,
        [id, LONGER_THAN_THE_COOL_OFF],
      );
    }

    it('wait by the clock of the database, whatever that of a replica says', async () => {
      const payout = await unconfirmedPayout(desk, { isMade: true });
      const twoHoursAhead = Date.now() + 7_200_000;
      jest.spyOn(Date, 'now').mockReturnValue(twoHoursAhead);
      expect(codes(await closePayout(maker, { payoutId: payout.id }))).toEqual(['TOO_EARLY']);
    });

    it('are not confirmed for a later attempt than they were about', async () => {
      const input = payoutInput();
      const payout = await unconfirmedPayout(desk, { isMade: false, input });
      await letTimePass(payout);
      const decision = { payoutId: payout.id, resend: true };
      expect(codes(await closePayout(maker, decision))).toEqual([]);
      // Late proof that nothing was sent has it sent again, and nobody knows what became of that either.
      const fault = { on: 'createPayout', fault: 'serverErrorAfterAccepting', match: faultMatch(input) };
      await desk.sandbox.setFault(fault);
      await desk.database.query(`UPDATE payout_attempts SET state = 'NOT_SENT' WHERE payout_id = $1`, [payout.id]);
      await desk.database.query(
        `UPDATE payouts SET submission_state = 'APPROVED', next_attempt_at = now() WHERE id = $1`,
        [payout.id],
      );
      const resent = await payoutWhen(
        maker,
        payout,
        ({ status, attempts }) => status === 'UNCONFIRMED' && attempts.length === 2,
      );
      await letTimePass(resent);
      expect(codes(await closePayout(checkers[0], decision))).toEqual(['DIFFERS_FROM_PROPOSAL']);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'UNCONFIRMED' });
      expect(codes(await closePayout(maker, decision))).toEqual([]);
      expect(await closePayout(checkers[1], decision)).toMatchObject({ isConfirmed: true, userErrors: [] });
    });
  });

  it.each([
    ['APPROVED', 'payouts:approve', approvePayout],
    ['WITHDRAWN', 'payouts:create', withdrawPayout],
  ] as const)('that make one %s are on record with the key that decided', async (status, scope, decide) => {
    const input = payoutInput();
    await recordedPayout(maker, input);
    const held = await recordedPayout(maker, { ...input, idempotencyKey: randomUUID() });
    const actor = await desk.keyWith(['payouts:read', scope]);
    const [key] = await desk.database.query<{ id: string }>('SELECT id FROM api_keys ORDER BY created_at DESC LIMIT 1');
    expect(codes(await decide(actor, held.id))).toEqual([]);
    const moves = await desk.database.query<{ evidence: unknown }>(
      `SELECT evidence FROM status_changes WHERE subject_id = $1 AND to_status = $2 AND cause = 'OPERATOR'`,
      [held.id, status],
    );
    expect(moves).toEqual([{ evidence: { actorId: key!.id } }]);
  });
});
