import { randomUUID } from 'node:crypto';
import { confirmChange, factsOf, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  approvePayout,
  bangladeshInput,
  bindPayout,
  bookedPayout,
  closePayout,
  faultMatch,
  getPayout,
  getPayoutGate,
  listPayoutIds,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
} from '../support/payouts.js';
import { APPROVER_API_KEY } from '../support/purser.js';
import { IMPATIENT, OPEN_GATE } from '../support/settings.js';
import { ownKeyId } from '../support/api-keys.js';
import { ageAttempt, purgeRecipient } from '../support/payout-ageing.js';
import { listEvents } from '../support/payout-webhooks-delivery.js';
import { faultStage } from '../support/fault-stage.js';

const REFERENCE = 'ticket 7';

describe('payouts settled by two people', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let checker: GraphqlClient;
  let keys: { readonly maker: string; readonly checker: string };

  faultStage(async () => {
    desk = await openDesk({
      ...IMPATIENT,
      APPROVER_API_KEY,
      // People who compare the same payout within an hour share one read-back.
      PROVIDER_REFRESH_SECONDS: '3600',
      // The gate must not shut here; payout-gate.spec.ts tests it.
      ...OPEN_GATE,
    });
    maker = desk.purser.api;
    checker = desk.purser.as(APPROVER_API_KEY);
    keys = { maker: await ownKeyId(maker), checker: await ownKeyId(checker) };
    return desk;
  });

  const codes = ({ userErrors }: { userErrors: readonly { code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  describe('match', () => {
    it.each([
      ['by the callback URL it shows', 'CALLBACK_URL', payoutInput],
      ['by amount, recipient and time where it shows none', 'OPERATOR_BOUND', bangladeshInput],
    ] as const)('two people bind an unconfirmed payout %s', async (_, kind, inputOf) => {
      const payout = await unconfirmedPayout(desk, { isMade: true, input: inputOf() });
      const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
      const binding = { payoutId: payout.id, providerPayoutId };
      const attemptId = payout.attempts[0]!.id;

      const proposal = await bindPayout(maker, binding);
      const request = proposed(proposal);
      expect(request).toMatchObject({
        ...{ kind: 'UNCONFIRMED_PAYOUT', subject: payout.id, reason: REFERENCE, proposedBy: { id: keys.maker } },
      });
      expect(factsOf(request)).toEqual({ action: 'BIND', attemptId, providerPayoutId });
      const waiting = { status: 'UNCONFIRMED', providerPayoutId: null, changeRequest: request };
      expect(proposal).toMatchObject({ userErrors: [], payout: waiting });
      expect(codes(await confirmChange(checker, request))).toEqual([]);

      expect(await getPayout(maker, payout.id)).toMatchObject({
        status: 'CREATED',
        providerPayoutId,
        changeRequest: null,
        problem: null,
        attempts: [{ id: attemptId, state: 'ACCEPTED' }],
        evidence: [{ kind, attemptId, providerPayoutId, actor: { id: keys.checker }, reference: REFERENCE }],
      });
      expect((await getPayout(maker, payout.id)).timeline.at(-1)).toMatchObject({ to: 'CREATED', cause: 'OPERATOR' });
      expect(codes(await bindPayout(maker, binding))).toEqual(['NOT_UNCONFIRMED']);
    });

    it('one key with both scopes cannot bind a payout', async () => {
      const payout = await unconfirmedPayout(desk, { isMade: true });
      const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
      const both = await desk.keyWith(['payouts:read', 'payouts:resolve', 'payouts:approve', 'changes:confirm']);
      const request = proposed(await bindPayout(both, { payoutId: payout.id, providerPayoutId }));
      expect(await confirmChange(both, request)).toMatchObject({
        changeRequest: { status: 'PENDING' },
        userErrors: [{ code: 'OWN_REQUEST', field: null }],
      });
      expect(await getPayout(maker, payout.id)).toEqual({ ...payout, changeRequest: request });
    });

    it('a payout is not bound while two people propose different ids', async () => {
      const payout = await unconfirmedPayout(desk, { isMade: true });
      const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
      const binding = { payoutId: payout.id, providerPayoutId };

      const mistaken = proposed(await bindPayout(maker, { ...binding, providerPayoutId: randomUUID() }));
      expect(codes(await bindPayout(checker, binding))).toEqual(['CHANGE_REQUEST_OPEN']);
      // A new proposal by the same person replaces the first, which can then no longer be confirmed.
      const request = proposed(await bindPayout(maker, binding));
      expect(codes(await confirmChange(checker, mistaken))).toEqual(['CHANGE_REQUEST_CLOSED']);
      // The new proposal cannot be confirmed with the hash of the first.
      expect(codes(await confirmChange(checker, { ...mistaken, id: request.id }))).toEqual(['CONTENT_CHANGED']);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'UNCONFIRMED', evidence: [] });
      expect(codes(await confirmChange(checker, request))).toEqual([]);
      expect(await getPayout(maker, payout.id)).toMatchObject({ providerPayoutId });
    });

    /** Payouts to Bangladesh have no callback URL, so only their content shows whose they are. */
    const WRONG: readonly (readonly [string, string, (input: Record<string, unknown>) => Promise<string>])[] = [
      ['an id nobody knows', 'NOT_AT_PROVIDER', () => Promise.resolve(randomUUID())],
      ["another recipient's payout", 'NO_MATCH', () => unboundId(bangladeshInput())],
      [
        'another amount to the same recipient',
        'NO_MATCH',
        (input) => unboundId({ ...input, amount: '801', idempotencyKey: randomUUID() }),
      ],
      [
        'the payout of a possible duplicate',
        'ALREADY_BOUND',
        async (input) => {
          const { id } = await recordedPayout(maker, { ...input, idempotencyKey: randomUUID() });
          return (await approvePayout(checker, id)).payout!.providerPayoutId!;
        },
      ],
    ];

    const unboundId = async (input: Record<string, unknown>): Promise<string> =>
      (await bookedPayout(desk.sandbox, await unconfirmedPayout(desk, { isMade: true, input }))).id;

    it.each(WRONG)(
      '%s is refused with %s although two people agree, and the payout stays unconfirmed',
      async (_, code, wrongId) => {
        const input = bangladeshInput();
        const payout = await unconfirmedPayout(desk, { isMade: true, input });
        const binding = { payoutId: payout.id, providerPayoutId: await wrongId(input) };
        const request = proposed(await bindPayout(maker, binding));
        expect(await confirmChange(checker, request)).toMatchObject({
          changeRequest: { status: 'FAILED' },
          userErrors: [{ code, field: null }],
        });
        // The request has failed, so it can no longer be confirmed.
        expect(codes(await confirmChange(checker, request))).toEqual(['CHANGE_REQUEST_CLOSED']);
        expect(await getPayout(maker, payout.id)).toEqual({ ...payout, changeRequest: null });
      },
    );

    it('a possible duplicate with its own callback URL is refused, although everything else matches', async () => {
      const input = payoutInput();
      const payout = await unconfirmedPayout(desk, { isMade: false, input });
      const held = await recordedPayout(maker, { ...input, idempotencyKey: randomUUID() });
      await desk.sandbox.setFault({ on: 'createPayout', fault: 'dropAfterAccepting', match: faultMatch(input) });
      const twin = (await approvePayout(checker, held.id)).payout!;
      const { id: providerPayoutId } = await bookedPayout(desk.sandbox, twin);
      const request = proposed(await bindPayout(maker, { payoutId: payout.id, providerPayoutId }));
      expect(codes(await confirmChange(checker, request))).toEqual(['NO_MATCH']);
      await desk.sandbox.movePayout(providerPayoutId, 'process');
      await payoutWhen(maker, twin, ({ status }) => status === 'PROCESSING');
      expect(await getPayout(maker, payout.id)).toEqual(payout);
    });

    it('the request stays open while the provider is unreachable', async () => {
      const input = payoutInput();
      const payout = await unconfirmedPayout(desk, { isMade: true, input });
      const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
      const request = proposed(await bindPayout(maker, { payoutId: payout.id, providerPayoutId }));
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'hang', match: faultMatch(input) });
      expect(await confirmChange(checker, request)).toMatchObject({
        changeRequest: { status: 'PENDING' },
        userErrors: [{ code: 'PROVIDER_UNAVAILABLE', field: null }],
      });
      const waiting = { status: 'UNCONFIRMED', changeRequest: request, evidence: [] };
      expect(await getPayout(maker, payout.id)).toMatchObject(waiting);
      expect(codes(await confirmChange(checker, request))).toEqual([]);
      expect(await getPayout(maker, payout.id)).toMatchObject({ providerPayoutId });
    });

    it.each([
      ['an empty reference', { reference: '' }, 'REFERENCE_INVALID', 'reference'],
      ['a reference of blanks', { reference: '   ' }, 'REFERENCE_INVALID', 'reference'],
      ['a reference of 501 characters', { reference: 'x'.repeat(501) }, 'REFERENCE_INVALID', 'reference'],
      ['a reference with a line break', { reference: 'a\nb' }, 'REFERENCE_INVALID', 'reference'],
      ['a reference with a card', { reference: 'card 4111 1111 1111 1111' }, 'REFERENCE_INVALID', 'reference'],
      ['a payout that does not exist', { payoutId: randomUUID() }, 'PAYOUT_NOT_FOUND', 'payoutId'],
    ])('refuses to propose a change with %s', async (_, mistake, code, field) => {
      const payout = await unconfirmedPayout(desk, { isMade: false });
      await ageAttempt(desk.database, payout.id);
      const refusal = { changeRequest: null, userErrors: [{ code, field: ['input', field] }] };
      const proposal = { payoutId: payout.id, ...mistake };
      expect(await bindPayout(maker, { providerPayoutId: randomUUID(), ...proposal })).toMatchObject(refusal);
      expect(await closePayout(maker, proposal)).toMatchObject(refusal);
      expect(await getPayout(maker, payout.id)).toEqual(payout);
    });

    it.each(['payoutId', 'providerPayoutId'])('a %s that is not a UUID is refused', async (field) => {
      const input = { payoutId: randomUUID(), providerPayoutId: randomUUID(), reference: REFERENCE, [field]: '../x' };
      const { errors } = await maker.send(
        'mutation ($input: BindUnconfirmedPayoutInput!) { bindUnconfirmedPayout(input: $input) { __typename } }',
        { input },
      );
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: ['input', field] } }]);
    });
  });

  describe('comparison with a provider payout', () => {
    interface Answer {
      readonly view: Readonly<Record<string, string | null>> | null;
      readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
    }

    const VERDICTS = 'amountVerdict recipientVerdict timeVerdict callbackVerdict';

    const MATCHES = 'MATCHES';

    async function probe(payoutId: string, providerPayoutId: string, as = maker): Promise<Answer> {
      const data = await as.request<{ probeProviderPayout: Answer }>(
        `mutation ($input: ProbeProviderPayoutInput!) { probeProviderPayout(input: $input) {
           view { providerPayoutId providerStatus amount completedAt ${VERDICTS} } userErrors { code field } } }`,
        { input: { payoutId, providerPayoutId } },
      );
      return data.probeProviderPayout;
    }

    /** Returns the verdicts in the order of `VERDICTS`. */
    const verdictsOf = ({ view }: Answer): readonly unknown[] => VERDICTS.split(' ').map((name) => view?.[name]);

    const bookedId = async (input: Record<string, unknown>): Promise<string> =>
      (await bookedPayout(desk.sandbox, await unconfirmedPayout(desk, { isMade: true, input }))).id;

    it.each([
      ['that shows its callback address', payoutInput, MATCHES],
      ['that shows no callback address', bangladeshInput, 'NOT_SHOWN'],
    ] as const)('a provider payout %s matches, and nothing is bound', async (_, inputOf, callback) => {
      const payout = await unconfirmedPayout(desk, { isMade: true, input: inputOf() });
      const { id } = await bookedPayout(desk.sandbox, payout);
      const answer = await probe(payout.id, id);
      expect(answer).toMatchObject({ userErrors: [], view: { providerPayoutId: id, completedAt: null } });
      expect(Number(answer.view!['amount'])).toBe(Number(payout.amount));
      expect(verdictsOf(answer)).toEqual([MATCHES, MATCHES, MATCHES, callback]);
      expect(await getPayout(maker, payout.id)).toEqual(payout);
    });

    it('each differing fact is reported', async () => {
      const input = bangladeshInput();
      const payout = await unconfirmedPayout(desk, { isMade: true, input });
      const otherAmount = await bookedId({ ...input, idempotencyKey: randomUUID(), amount: '999.00' });
      expect(verdictsOf(await probe(payout.id, otherAmount))).toEqual(['DIFFERS', MATCHES, MATCHES, 'NOT_SHOWN']);
      const otherRecipient = await bookedId(bangladeshInput());
      expect(verdictsOf(await probe(payout.id, otherRecipient))).toEqual([MATCHES, 'DIFFERS', MATCHES, 'NOT_SHOWN']);
      await ageAttempt(desk.database, payout.id);
      const late = await bookedPayout(desk.sandbox, payout);
      expect(verdictsOf(await probe(payout.id, late.id))).toEqual([MATCHES, MATCHES, 'DIFFERS', 'NOT_SHOWN']);
    });

    it("a possible duplicate's callback URL counts as a difference, although everything else matches", async () => {
      const input = payoutInput();
      const payout = await unconfirmedPayout(desk, { isMade: false, input });
      const held = await recordedPayout(maker, { ...input, idempotencyKey: randomUUID() });
      await desk.sandbox.setFault({ on: 'createPayout', fault: 'dropAfterAccepting', match: faultMatch(input) });
      const { id } = await bookedPayout(desk.sandbox, (await approvePayout(desk.purser.approver, held.id)).payout!);
      expect(verdictsOf(await probe(payout.id, id))).toEqual([MATCHES, MATCHES, MATCHES, 'DIFFERS']);
    });

    it('the recipient is not compared once it was purged', async () => {
      const payout = await unconfirmedPayout(desk, { isMade: true });
      const { id } = await bookedPayout(desk.sandbox, payout);
      await purgeRecipient(desk.database, payout.id);
      expect(verdictsOf(await probe(payout.id, id))).toEqual([MATCHES, 'NOT_SHOWN', MATCHES, MATCHES]);
    });

    it('people who ask within seconds share one read-back', async () => {
      const input = payoutInput();
      const payout = await unconfirmedPayout(desk, { isMade: true, input });
      const { id } = await bookedPayout(desk.sandbox, payout);
      const first = await probe(payout.id, id);
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'hang', match: faultMatch(input) });
      // A second read-back would hang.
      expect(await Promise.all([probe(payout.id, id), probe(payout.id, id, checker)])).toEqual([first, first]);
      await desk.sandbox.clearFaults();
    });

    it('refuses a comparison for an unknown payout, a sent payout or an unknown id', async () => {
      const input = payoutInput();
      const payout = await unconfirmedPayout(desk, { isMade: true, input });
      const { id } = await bookedPayout(desk.sandbox, payout);
      const problems = async (...ids: [payoutId: string, providerPayoutId: string]): Promise<unknown> =>
        (await probe(...ids)).userErrors;
      const payoutId = ['input', 'payoutId'];
      expect(await problems(randomUUID(), id)).toEqual([{ code: 'PAYOUT_NOT_FOUND', field: payoutId }]);
      const sent = await recordedPayout(maker);
      expect(await problems(sent.id, id)).toEqual([{ code: 'NOT_UNCONFIRMED', field: payoutId }]);
      const absent = { code: 'PAYOUT_NOT_AT_PROVIDER', field: ['input', 'providerPayoutId'] };
      expect(await problems(payout.id, randomUUID())).toEqual([absent]);
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'hang', match: faultMatch(input) });
      expect(await problems(payout.id, id)).toEqual([{ code: 'PROVIDER_UNAVAILABLE', field: null }]);
      await expect(probe(payout.id, id, await desk.keyWith(['payouts:read']))).rejects.toThrow('payouts:resolve');
    });
  });

  describe('closing as not at the provider', () => {
    async function closedPayout({ isMade, resend }: { isMade: boolean; resend: boolean }): Promise<PayoutView> {
      const payout = await unconfirmedPayout(desk, { isMade });
      await ageAttempt(desk.database, payout.id);
      const closing = { payoutId: payout.id, resend, reference: 'statement of May' };
      const request = proposed(await closePayout(maker, closing));
      expect(factsOf(request)).toMatchObject({ action: 'CLOSE', resend: String(resend), unreadableWebhookIds: '' });
      expect(codes(await closePayout(checker, { ...closing, resend: !resend }))).toEqual(['CHANGE_REQUEST_OPEN']);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'UNCONFIRMED', evidence: [] });
      expect(codes(await confirmChange(checker, request))).toEqual([]);
      return getPayout(maker, payout.id);
    }

    it('closing has to wait for the cool-off, whoever asks', async () => {
      const payout = await unconfirmedPayout(desk, { isMade: false });
      for (const api of [maker, checker, maker]) {
        expect(await closePayout(api, { payoutId: payout.id })).toMatchObject({
          changeRequest: null,
          userErrors: [{ code: 'TOO_EARLY', field: null }],
        });
      }
      expect(await getPayout(maker, payout.id)).toEqual(payout);
      await ageAttempt(desk.database, payout.id);
      expect(codes(await closePayout(maker, { payoutId: payout.id }))).toEqual([]);
    });

    it('the payout ends if it is closed without resending', async () => {
      const payout = await closedPayout({ isMade: false, resend: false });
      expect(payout).toMatchObject({
        status: 'CLOSED',
        isFinal: true,
        changeRequest: null,
        attempts: [{ state: 'CLOSED' }],
        evidence: [{ kind: 'OPERATORS_CLOSED', actor: { id: keys.checker }, reference: 'statement of May' }],
      });
      expect(codes(await closePayout(maker, { payoutId: payout.id }))).toEqual(['NOT_UNCONFIRMED']);
    });

    it('the payout is resent once if two people decided so, and accepted once', async () => {
      const { id } = await closedPayout({ isMade: false, resend: true });
      const sent = await payoutWhen(maker, { id }, ({ status }) => status === 'CREATED');
      expect(sent.attempts).toMatchObject([{ state: 'CLOSED' }, { state: 'ACCEPTED' }]);
      expect(sent.timeline.map(({ to }) => to).slice(2)).toEqual(['UNCONFIRMED', 'APPROVED', 'SUBMITTING', 'CREATED']);
      const made = await Promise.all(sent.attempts.map((attempt) => desk.sandbox.findPayouts(attempt.id)));
      expect(made.map((payouts) => payouts.length)).toEqual([0, 1]);
    });

    it('late evidence binds a closed payout, with an alarm', async () => {
      const closed = await closedPayout({ isMade: true, resend: false });
      const booked = await bookedPayout(desk.sandbox, closed);
      await desk.sandbox.movePayout(booked.id, 'process');
      const found = await payoutWhen(maker, closed, ({ status }) => status === 'PROCESSING');
      expect(found).toMatchObject({
        providerPayoutId: booked.id,
        attempts: [{ state: 'ACCEPTED' }],
        evidence: [{ kind: 'OPERATORS_CLOSED' }, { kind: 'CALLBACK_URL', providerPayoutId: booked.id, actor: null }],
      });
      await alarmOf('payout_found_after_end', closed);
    });

    it('a resent payout that turns out to be paid twice shows that, and shuts the gate', async () => {
      const closed = await closedPayout({ isMade: true, resend: true });
      const stray = await bookedPayout(desk.sandbox, closed);
      const paid = await payoutWhen(maker, closed, ({ status }) => status === 'CREATED');
      await desk.sandbox.movePayout(stray.id, 'process');
      const found = await payoutWhen(maker, closed, ({ problem }) => problem !== null);
      expect(found).toMatchObject({ status: 'CREATED', providerPayoutId: paid.providerPayoutId });
      expect(found.problem).toContain(stray.id);
      expect(found.attempts).toMatchObject([{ state: 'CLOSED' }, { state: 'ACCEPTED' }]);
      expect(found.evidence.at(-1)).toMatchObject({
        kind: 'DUPLICATE',
        attemptId: closed.attempts[0]!.id,
        providerPayoutId: stray.id,
      });
      await alarmOf('payout_duplicate_paid', closed);
      expect(await listPayoutIds(maker, { anyId: stray.id })).toEqual([closed.id]);
      expect(await getPayoutGate(maker)).toMatchObject({ isOpen: false, changedBy: null });
      await openPayoutGate(desk.purser, 'The recipient sent it back.');

      // Further webhooks about the known duplicate do not shut the gate again.
      await desk.sandbox.movePayout(stray.id, 'complete');
      await eventually('the second webhook of the stray is processed', async () => {
        const events = await listEvents(desk, { providerObjectId: stray.id });
        return events.filter(({ state }) => state === 'PROCESSED').length === 2 ? true : null;
      });
      expect((await getPayout(maker, closed.id)).evidence.filter(({ kind }) => kind === 'DUPLICATE')).toHaveLength(1);
      expect(await getPayoutGate(maker)).toMatchObject({ isOpen: true });
    });

    function alarmOf(alarm: string, { id }: PayoutView): Promise<unknown> {
      return eventually(`the alarm ${alarm}`, () =>
        Promise.resolve(desk.purser.alarms().find((raised) => raised.alarm === alarm && raised.payoutId === id)),
      );
    }
  });
});
