import { randomUUID } from 'node:crypto';
import {
  agree,
  type ChangeRequestView,
  confirmChange,
  declineChange,
  factsOf,
  openChanges,
  proposed,
} from '../support/change-requests.js';
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
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { OPEN_GATE } from '../support/settings.js';
import { faultStage } from '../support/fault-stage.js';

describe('change requests about payouts', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let checkers: readonly [GraphqlClient, GraphqlClient];

  faultStage(async () => {
    desk = await openDesk({
      ...OPEN_GATE,
    });
    maker = desk.purser.api;
    const newChecker = (): Promise<GraphqlClient> =>
      desk.keyWith(['payouts:read', 'payouts:resolve', 'payouts:approve', 'changes:confirm']);
    checkers = [await newChecker(), await newChecker()];
    return desk;
  });

  const codes = ({ userErrors }: { readonly userErrors: readonly { readonly code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  const countReads = async (): Promise<number> =>
    (await desk.sandbox.countRequests())['GET /v1/payouts/{payoutId}'] ?? 0;

  /** Returns a payout with an open change request to bind it to the provider's payout. */
  async function proposedPayout() {
    const input = payoutInput();
    const payout = await unconfirmedPayout(desk, { isMade: true, input });
    const binding = { payoutId: payout.id, providerPayoutId: (await bookedPayout(desk.sandbox, payout)).id };
    const request = proposed(await bindPayout(maker, binding));
    return { payout, binding, request, match: faultMatch(input) };
  }

  describe('binding', () => {
    it('a request stays open while the provider cannot be reached, and can be confirmed later', async () => {
      const { payout, binding, request, match } = await proposedPayout();
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'serverError', times: null, match });
      expect(await confirmChange(checkers[0], request)).toMatchObject({
        changeRequest: { status: 'PENDING' },
        userErrors: [{ code: 'PROVIDER_UNAVAILABLE', field: null }],
      });
      expect(await getPayout(maker, payout.id)).toMatchObject({
        ...{ status: 'UNCONFIRMED', evidence: [], changeRequest: { id: request.id } },
      });
      await desk.sandbox.clearFaults();
      expect(await confirmChange(checkers[0], request)).toMatchObject({
        changeRequest: { status: 'CONFIRMED' },
        userErrors: [],
      });
      expect(await getPayout(maker, payout.id)).toMatchObject({
        providerPayoutId: binding.providerPayoutId,
        changeRequest: null,
      });
    });

    it('two concurrent confirmations take effect once', async () => {
      const { payout, request } = await proposedPayout();
      const answers = await Promise.all(checkers.map((checker) => confirmChange(checker, request)));
      expect(answers.map(codes).sort()).toEqual([[], ['CHANGE_REQUEST_CLOSED']]);
      expect((await getPayout(maker, payout.id)).evidence).toHaveLength(1);
    });

    it('refuses to confirm a request that is replaced while Purser reads the payout back', async () => {
      const { payout, binding, request, match } = await proposedPayout();
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'answerSlowly', delayMs: 2_000, match });
      const before = await countReads();
      const confirming = confirmChange(checkers[0], request);
      await eventually('it is read back', async () => ((await countReads()) > before ? true : null));
      expect(codes(await bindPayout(maker, { ...binding, providerPayoutId: randomUUID() }))).toEqual([]);
      expect(await confirming).toMatchObject({
        changeRequest: { status: 'REPLACED' },
        userErrors: [{ code: 'CHANGE_REQUEST_CLOSED' }],
      });
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'UNCONFIRMED', evidence: [] });
    });
  });

  describe('open requests', () => {
    const openAbout = async ({ id }: PayoutView): Promise<readonly ChangeRequestView[]> =>
      (await openChanges(maker)).filter(({ subject }) => subject === id);

    it('open requests expire after a day, and then anyone can replace them', async () => {
      const { payout, binding, request } = await proposedPayout();
      expect(await bindPayout(checkers[0], binding)).toMatchObject({
        changeRequest: null,
        userErrors: [{ code: 'CHANGE_REQUEST_OPEN', message: expect.stringContaining(request.id) as string }],
      });
      await desk.database.query('UPDATE change_requests SET expires_at = now() WHERE id = $1', [request.id]);
      expect((await getPayout(maker, payout.id)).changeRequest).toBeNull();
      expect(await confirmChange(checkers[0], request)).toMatchObject({
        changeRequest: { status: 'EXPIRED' },
        userErrors: [{ code: 'CHANGE_REQUEST_CLOSED', field: ['input', 'id'] }],
      });
      await agree(checkers[1], await bindPayout(checkers[0], binding));
    });

    it('open requests are confirmed only with the hash of the stored content', async () => {
      const { payout, binding, request } = await proposedPayout();
      const forged = { ...factsOf(request), providerPayoutId: randomUUID() };
      for (const contentHash of ['', 'x'.repeat(43), request.contentHash.slice(1)]) {
        expect(await confirmChange(checkers[0], { ...request, contentHash })).toMatchObject({
          changeRequest: { status: 'PENDING', contentHash: request.contentHash },
          userErrors: [{ code: 'CONTENT_CHANGED', field: ['input', 'contentHash'] }],
        });
      }
      // If someone changes the stored content in the database, the hash no longer matches, so nothing is confirmed.
      await desk.database.query(
        `UPDATE change_requests SET content = content || jsonb_build_object('providerPayoutId', $2::text) WHERE id = $1`,
        [request.id, forged.providerPayoutId],
      );
      expect(codes(await confirmChange(checkers[0], request))).toEqual(['CONTENT_CHANGED']);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'UNCONFIRMED', evidence: [] });
      await declineChange(desk.purser.admin, request);
      await agree(checkers[0], await bindPayout(maker, binding));
    });

    it('confirming an open request requires every scope of the action, and only callers who see payouts see it', async () => {
      const { request } = await proposedPayout();
      const resolver = await desk.keyWith(['payouts:resolve', 'changes:confirm']);
      expect(await confirmChange(resolver, request)).toMatchObject({
        changeRequest: { status: 'PENDING' },
        userErrors: [{ code: 'SCOPE_MISSING', message: expect.stringContaining('payouts:approve') as string }],
      });
      const approver = await desk.keyWith(['payouts:resolve', 'payouts:approve']);
      await expect(confirmChange(approver, request)).rejects.toThrow('changes:confirm');
      await expect(confirmChange(maker, request)).rejects.toThrow('changes:confirm');
      expect(codes(await confirmChange(checkers[0], { ...request, id: randomUUID() }))).toEqual([
        'CHANGE_REQUEST_NOT_FOUND',
      ]);
      const [noted] = await desk.database.query(
        `SELECT after FROM audit_entries WHERE action = 'access.refused' AND after ->> 'id' = $1
         AND after ->> 'why' = 'SCOPE_MISSING'`,
        [request.id],
      );
      expect(noted).toBeDefined();
    });

    it('an equal proposal returns the same request, and another reason replaces it', async () => {
      const { binding, request } = await proposedPayout();
      expect(proposed(await bindPayout(maker, binding))).toEqual(request);
      const other = proposed(await bindPayout(maker, { ...binding, reference: 'ticket 8' }));
      expect(other.id).not.toBe(request.id);
      expect(codes(await confirmChange(checkers[0], request))).toEqual(['CHANGE_REQUEST_CLOSED']);
      expect(codes(await confirmChange(checkers[0], other))).toEqual([]);
    });

    it.each(['revoked_at', 'replaced_at'])('open requests end once the key that made them has %s', async (column) => {
      const thief = await desk.keyWith(['payouts:read', 'payouts:resolve']);
      const [key] = await desk.database.query<{ id: string }>(
        'SELECT id FROM api_keys ORDER BY created_at DESC LIMIT 1',
      );
      const payout = await unconfirmedPayout(desk, { isMade: true });
      const binding = { payoutId: payout.id, providerPayoutId: (await bookedPayout(desk.sandbox, payout)).id };
      const request = proposed(await bindPayout(thief, binding));
      await desk.database.query(`UPDATE api_keys SET ${column} = now() WHERE id = $1`, [key!.id]);
      expect((await getPayout(maker, payout.id)).changeRequest).toBeNull();
      expect(await openAbout(payout)).toEqual([]);
      expect(codes(await confirmChange(checkers[0], request))).toEqual(['CHANGE_REQUEST_CLOSED']);
      expect(await bindPayout(checkers[0], binding)).toMatchObject({
        changeRequest: { status: 'PENDING' },
        userErrors: [],
      });
    });

    it('an open request can be declined, and another one proposed', async () => {
      const { payout, binding, request } = await proposedPayout();
      expect(await openAbout(payout)).toEqual([request]);
      expect(request).toMatchObject({ kind: 'UNCONFIRMED_PAYOUT', status: 'PENDING' });
      expect(await declineChange(desk.purser.admin, request)).toMatchObject({
        changeRequest: { status: 'DECLINED' },
        userErrors: [],
      });
      expect(codes(await declineChange(desk.purser.admin, request))).toEqual(['CHANGE_REQUEST_CLOSED']);
      expect(codes(await declineChange(desk.purser.admin, request, ' '))).toEqual(['REASON_INVALID']);
      expect((await getPayout(maker, payout.id)).changeRequest).toBeNull();
      expect(codes(await confirmChange(checkers[0], request))).toEqual(['CHANGE_REQUEST_CLOSED']);
      const other = { ...binding, providerPayoutId: randomUUID() };
      expect(codes(await bindPayout(checkers[0], other))).toEqual([]);
    });

    it('open requests end when evidence settles the payout', async () => {
      const { payout, binding, request } = await proposedPayout();
      await desk.sandbox.movePayout(binding.providerPayoutId, 'process');
      await payoutWhen(maker, payout, ({ status }) => status === 'PROCESSING');
      expect(await openAbout(payout)).toEqual([]);
      expect(codes(await confirmChange(checkers[0], request))).toEqual(['CHANGE_REQUEST_CLOSED']);
      expect(codes(await bindPayout(checkers[0], binding))).toEqual(['NOT_UNCONFIRMED']);
    });
  });

  describe('closing', () => {
    const LONGER_THAN_THE_COOL_OFF = '61 minutes';

    afterEach(() => {
      jest.restoreAllMocks();
    });

    /** Makes all attempts so far older. */
    async function letTimePass({ id }: PayoutView): Promise<void> {
      await desk.database.query(
        `UPDATE payout_attempts SET claimed_at = claimed_at - $2::interval WHERE payout_id = $1`,
        [id, LONGER_THAN_THE_COOL_OFF],
      );
    }

    it("the cool-off follows the database's clock, not a replica's", async () => {
      const payout = await unconfirmedPayout(desk, { isMade: true });
      const twoHoursAhead = Date.now() + 7_200_000;
      jest.spyOn(Date, 'now').mockReturnValue(twoHoursAhead);
      expect(codes(await closePayout(maker, { payoutId: payout.id }))).toEqual(['TOO_EARLY']);
    });

    it('a request to close an attempt is not confirmed for a later attempt', async () => {
      const input = payoutInput();
      const payout = await unconfirmedPayout(desk, { isMade: false, input });
      await letTimePass(payout);
      const closing = { payoutId: payout.id, resend: true };
      const request = proposed(await closePayout(maker, closing));
      // If a first attempt is proved unsent late, the payout is sent again. Here that attempt's outcome is unknown,
      // too.
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
      expect(await confirmChange(checkers[0], request)).toMatchObject({
        changeRequest: { status: 'FAILED' },
        userErrors: [{ code: 'OUTDATED', field: ['input', 'id'] }],
      });
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'UNCONFIRMED' });
      await agree(checkers[1], await closePayout(maker, closing));
    });
  });

  it.each([
    ['APPROVED', 'payouts:approve', approvePayout],
    ['WITHDRAWN', 'payouts:create', withdrawPayout],
  ] as const)("the action that makes a payout %s is recorded with the caller's key", async (status, scope, decide) => {
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
