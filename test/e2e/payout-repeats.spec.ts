import { randomUUID } from 'node:crypto';
import { ownKeyId } from '../support/api-keys.js';
import { agree } from '../support/change-requests.js';
import { auditEntries } from '../support/audit-log.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { confirmSuspicions, ageAttempt, damageRecipient, purgeRecipient } from '../support/payout-ageing.js';
import { attributePayout } from '../support/payouts-as-left.js';
import {
  agreedOn,
  approvePayout,
  bookedPayout,
  changePayout,
  closePayout,
  declinePayout,
  faultMatch,
  getPayout,
  openPayoutGate,
  type PayoutPayload,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  refreshPayout,
  repeatPayout,
  setPayoutGate,
  setPayoutLimit,
  setPayoutPolicy,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { startPurser } from '../support/purser.js';
import { OPEN_GATE } from '../support/settings.js';

type Input = Record<string, unknown>;

interface Links {
  readonly repeatOf: { readonly id: string } | null;
  readonly repeats: readonly { readonly id: string; readonly status: string }[];
  readonly possibleDuplicates: readonly { readonly id: string }[];
  readonly actions: readonly { readonly kind: string; readonly refusal: { readonly code: string } | null }[];
}

const END_OF = { fail: 'FAILED', cancel: 'CANCELED', expire: 'EXPIRED' } as const;

describe('repeats of payouts', () => {
  let desk: Desk;
  let api: GraphqlClient;
  let approver: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({ ...OPEN_GATE });
    api = desk.purser.api;
    approver = desk.purser.approver;
  });

  afterAll(async () => {
    await desk.close();
  });

  const endedBy =
    (step: keyof typeof END_OF) =>
    async (input: Input): Promise<PayoutView> => {
      const payout = await recordedPayout(api, input);
      await desk.sandbox.movePayout(payout.providerPayoutId!, step);
      return payoutWhen(api, payout, ({ status }) => status === END_OF[step]);
    };

  const failed = endedBy('fail');

  async function refused(input: Input): Promise<PayoutView> {
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', status: 422, match: faultMatch(input) });
    return recordedPayout(api, input);
  }

  async function held(input: Input): Promise<PayoutView> {
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 1 });
    const payout = await recordedPayout(api, input);
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 0 });
    return payout;
  }

  async function declined(input: Input): Promise<PayoutView> {
    const { id } = await held(input);
    return (await declinePayout(approver, id, 'The account is wrong.')).payout!;
  }

  async function withdrawn(input: Input): Promise<PayoutView> {
    const { id } = await held(input);
    return (await withdrawPayout(api, id)).payout!;
  }

  async function closed(input: Input): Promise<PayoutView> {
    const { id } = await unconfirmedPayout(desk, { isMade: false, input });
    await ageAttempt(desk.database, id);
    await agree(approver, await closePayout(api, { payoutId: id }));
    return getPayout(api, id);
  }

  async function linksOf(id: string): Promise<Links> {
    const { payout } = await api.request<{ payout: Links }>(
      `query ($id: ID!) { payout(id: $id) {
         repeatOf { id } repeats { id status } possibleDuplicates { id } actions { kind refusal { code } } } }`,
      { id },
    );
    return payout;
  }

  const actionOn = async (id: string): Promise<string | null | undefined> => {
    const action = (await linksOf(id)).actions.find(({ kind }) => kind === 'REPEAT');
    return action && (action.refusal?.code ?? null);
  };

  async function repeated(id: string, input: Input = {}): Promise<PayoutView> {
    const { payout, userErrors } = await repeatPayout(api, id, input);
    expect(userErrors).toEqual([]);
    return payout!;
  }

  interface Answer {
    readonly results: readonly (PayoutPayload & { readonly payoutId: string })[];
    readonly userErrors: readonly { readonly code: string }[];
  }

  const askRepeats = (input: Input): Promise<{ readonly repeatPayouts: Answer }> =>
    api.request(
      `mutation ($input: RepeatPayoutsInput!) { repeatPayouts(input: $input) {
         results { payoutId payout { id status } userErrors { code field message } } userErrors { code field } } }`,
      { input },
    );

  const repeatAll = async (input: Input): Promise<Answer['results']> => (await askRepeats(input)).repeatPayouts.results;

  const codesOf = ({ userErrors }: PayoutPayload): readonly string[] => userErrors.map(({ code }) => code);

  /** The provider says from now on that the payout has this status. */
  const say = (word: string, input: Input): Promise<void> =>
    desk.sandbox.setFault({ on: 'readPayout', fault: 'unknownStatus', word, times: null, match: faultMatch(input) });

  /** Two reads, ten seconds apart, correct an end. */
  async function correctTo(word: string, payout: PayoutView, input: Input): Promise<void> {
    await say(word, input);
    await refreshPayout(api, payout.id);
    await confirmSuspicions(desk.database, payout);
    expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: word });
  }

  const alarmOf = (payoutId: string): Promise<unknown> =>
    eventually('the alarm', () =>
      Promise.resolve(
        desk.purser
          .alarms()
          .find((raised) => raised.alarm === 'payout_paid_and_repeated' && raised.payoutId === payoutId),
      ),
    );

  const shutGate = (): Promise<unknown> => setPayoutGate(api, { isOpen: false, reason: 'So that it waits.' });

  it.each([
    ['FAILED', failed],
    ['CANCELED', endedBy('cancel')],
    ['EXPIRED', endedBy('expire')],
    ['REJECTED', refused],
    ['DECLINED', declined],
    ['WITHDRAWN', withdrawn],
    ['CLOSED', closed],
  ] as const)('a payout that is %s is paid again at once, linked both ways', async (status, end) => {
    const input = payoutInput({ externalId: randomUUID(), reference: 'CONTRACT-17', note: 'For March' });
    const first = await end(input);
    expect(first).toMatchObject({ status });
    expect(await actionOn(first.id)).toBeNull();

    const again = await repeated(first.id);
    expect(again).toMatchObject({ status: 'CREATED', approvalReason: null, amount: first.amount });
    const booked = await bookedPayout(desk.sandbox, again);
    expect(booked).toMatchObject({ account: input['recipient'], note: 'For March CONTRACT-17' });

    expect(await linksOf(first.id)).toMatchObject({ repeatOf: null, repeats: [{ id: again.id, status: 'CREATED' }] });
    expect(await linksOf(again.id)).toMatchObject({ repeatOf: { id: first.id }, repeats: [], possibleDuplicates: [] });
    expect(await actionOn(first.id)).toBe('ALREADY_REPEATED');
    const [entry] = await auditEntries(desk.purser.admin, { action: 'payout.created', subjectId: again.id });
    expect(entry).toMatchObject({ after: { repeatOf: first.id } });
  });

  it('a repeat takes corrections, and copies everything else', async () => {
    const input = payoutInput();
    const first = await failed(input);
    const requisites = `right-${randomUUID()}@example.com`;
    const again = await repeated(first.id, { amount: '10.00', note: 'Second try', recipient: { requisites } });
    const booked = await bookedPayout(desk.sandbox, again);
    expect(booked).toMatchObject({ account: { ...(input['recipient'] as Input), requisites }, note: 'Second try' });
    expect(again.amount).toBe('10.00');
    const wrong = await repeatPayout(api, first.id, { recipient: { requisites: 'nobody' } });
    expect(codesOf(wrong)).toEqual(['ALREADY_REPEATED']);
  });

  it('a wrong correction is refused, and leaves the key unused', async () => {
    const first = await failed(payoutInput());
    const idempotencyKey = randomUUID();
    const wrong = await repeatPayout(api, first.id, { idempotencyKey, recipient: { requisites: 'nobody' } });
    expect(wrong).toMatchObject({ payout: null, userErrors: [{ field: ['input', 'recipient', 'requisites'] }] });
    await repeated(first.id, { idempotencyKey });
  });

  it('a request repeated with its key returns the same payout, and another request is refused', async () => {
    const first = await failed(payoutInput());
    const idempotencyKey = randomUUID();
    const again = await repeated(first.id, { idempotencyKey });
    expect((await repeated(first.id, { idempotencyKey })).id).toBe(again.id);
    await purgeRecipient(desk.database, first.id);
    expect((await repeated(first.id, { idempotencyKey })).id).toBe(again.id);
    const other = await repeatPayout(api, first.id, { idempotencyKey, amount: '10.00' });
    expect(other).toMatchObject({ userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }], payout: { id: again.id } });
    expect(other.userErrors[0]!.message).toContain('it differs in amount.');
  });

  it('a repeat that ended unpaid can be paid again, by its first payout or itself, and only once', async () => {
    const first = await failed(payoutInput());
    const second = await repeated(first.id);
    await desk.sandbox.movePayout(second.providerPayoutId!, 'fail');
    await payoutWhen(api, second, ({ status }) => status === 'FAILED');
    const third = await repeated(first.id);
    expect(third).toMatchObject({ status: 'CREATED', approvalReason: null });
    expect(await repeatPayout(api, second.id)).toMatchObject({
      userErrors: [{ code: 'ALREADY_REPEATED' }],
      payout: { id: third.id },
    });
    expect((await linksOf(first.id)).repeats.map(({ id }) => id)).toEqual([second.id, third.id]);
    await desk.sandbox.movePayout(third.providerPayoutId!, 'expire');
    await payoutWhen(api, third, ({ status }) => status === 'EXPIRED');
    expect(await linksOf((await repeated(second.id)).id)).toMatchObject({ repeatOf: { id: second.id } });
  });

  it('a payout that was or may be paid cannot be paid again', async () => {
    const sent = await recordedPayout(api);
    expect(codesOf(await repeatPayout(api, sent.id))).toEqual(['NOT_REPEATABLE']);
    expect(await actionOn(sent.id)).toBe('NOT_REPEATABLE');
    const { id } = await unconfirmedPayout(desk, { isMade: false });
    expect(codesOf(await repeatPayout(api, id))).toEqual(['NOT_REPEATABLE']);
    expect(codesOf(await repeatPayout(api, randomUUID()))).toEqual(['PAYOUT_NOT_FOUND']);
  });

  it('a purged or unreadable recipient is not paid again', async () => {
    const purged = await failed(payoutInput());
    await purgeRecipient(desk.database, purged.id);
    expect(codesOf(await repeatPayout(api, purged.id))).toEqual(['RECIPIENT_PURGED']);
    const damaged = await failed(payoutInput());
    await damageRecipient(desk.database, damaged.id);
    expect(codesOf(await repeatPayout(api, damaged.id))).toEqual(['RECIPIENT_UNREADABLE']);
  });

  it('nothing is paid again while the provider cannot be asked, or contradicts the end', async () => {
    const input = payoutInput();
    const first = await failed(input);
    const match = faultMatch(input);
    await desk.sandbox.setFault({ on: 'readPayout', fault: 'serverError', status: 503, times: null, match });
    expect(codesOf(await repeatPayout(api, first.id))).toEqual(['PROVIDER_UNAVAILABLE']);
    await desk.sandbox.clearFaults();

    await say('COMPLETED', input);
    const idempotencyKey = randomUUID();
    expect(codesOf(await repeatPayout(api, first.id, { idempotencyKey }))).toEqual(['PAYOUT_MAY_BE_PAID']);
    await confirmSuspicions(desk.database, first);
    await refreshPayout(api, first.id);
    expect(codesOf(await repeatPayout(api, first.id, { idempotencyKey }))).toEqual(['NOT_REPEATABLE']);
    expect((await linksOf(first.id)).repeats).toEqual([]);
    await desk.sandbox.clearFaults();
  });

  it('a repeat that was not sent stops once the provider contradicts the end of the first payout', async () => {
    const input = payoutInput();
    const first = await failed(input);
    await shutGate();
    const again = await repeated(first.id);
    expect(again.status).toBe('APPROVED');
    await say('COMPLETED', input);
    await refreshPayout(api, first.id);
    expect(await getPayout(api, again.id)).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvalReason: 'POSSIBLE_DUPLICATE',
      problem: expect.stringContaining(first.id) as string,
    });
    await alarmOf(first.id);
    const waitsAfterChangeTo = async (amount: string): Promise<void> => {
      await changePayout(api, { payoutId: again.id, amount });
      const waiting = { status: 'AWAITING_APPROVAL', approvalReason: 'POSSIBLE_DUPLICATE' };
      expect(await getPayout(approver, again.id)).toMatchObject(waiting);
    };
    await waitsAfterChangeTo('11.00');
    await confirmSuspicions(desk.database, first);
    await refreshPayout(api, first.id);
    expect((await linksOf(again.id)).possibleDuplicates).toEqual([{ id: first.id }]);
    await waitsAfterChangeTo('11.50');
    await desk.sandbox.clearFaults();
    await openPayoutGate(desk.purser, 'It was looked at.');
    // A person may still decide that both are owed.
    const { contentHash } = await getPayout(approver, again.id);
    expect((await approvePayout(approver, again.id, { contentHash })).payout).toMatchObject({ status: 'CREATED' });
  });

  it('an approval from before the contradiction no longer counts', async () => {
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 2 });
    const input = payoutInput();
    const { id } = await recordedPayout(api, input);
    await approvePayout(approver, id);
    await approvePayout(await desk.keyWith(['payouts:approve', 'payouts:read']), id);
    const first = await payoutWhen(api, { id }, ({ providerPayoutId }) => providerPayoutId !== null);
    await desk.sandbox.movePayout(first.providerPayoutId!, 'fail');
    await payoutWhen(api, first, ({ status }) => status === 'FAILED');

    const again = await repeated(first.id);
    expect(again).toMatchObject({ status: 'AWAITING_APPROVAL', approvalReason: 'POLICY', approvalsNeeded: 2 });
    await approvePayout(approver, again.id);
    await correctTo('COMPLETED', first, input);
    expect(await getPayout(api, again.id)).toMatchObject({
      approvalReason: 'POSSIBLE_DUPLICATE',
      approvals: [{ voidedAs: 'CHANGED' }],
    });
    await desk.sandbox.clearFaults();
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 0 });
  });

  it('a first payout that turns out paid after its repeat was sent raises an alarm, and marks the repeat', async () => {
    const input = payoutInput();
    const first = await failed(input);
    const again = await repeated(first.id);
    await correctTo('COMPLETED', first, input);
    await alarmOf(first.id);
    expect((await getPayout(api, again.id)).problem).toContain(`Payout ${first.id}, which it pays again, may be paid`);
    expect((await linksOf(first.id)).possibleDuplicates).toEqual([{ id: again.id }]);
    await desk.sandbox.clearFaults();
  });

  it('approvals, limits and the balance apply to a repeat as to any payout', async () => {
    const first = await failed(payoutInput({ amount: '700.00' }));
    await agreedOn(desk.purser, setPayoutLimit, { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '600' });
    const again = await repeated(first.id);
    expect(again).toMatchObject({ status: 'APPROVED', blockedBy: { limit: 'LARGEST_PAYOUT' } });
    expect((await withdrawPayout(api, again.id)).payout).toMatchObject({ status: 'WITHDRAWN' });
    expect(await repeated(first.id, { amount: '600.00' })).toMatchObject({ status: 'CREATED' });
    await agreedOn(desk.purser, setPayoutLimit, { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: null });
  });

  it('whoever chose the recipient cannot approve the repeat that another person made', async () => {
    const first = await failed(payoutInput());
    const colleague = await desk.keyWith(['payouts:approve', 'payouts:read']);
    await attributePayout(desk.database, first.id, { createdBy: await ownKeyId(approver) });
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 1 });
    const again = await repeated(first.id);
    expect(codesOf(await approvePayout(approver, again.id))).toEqual(['SAME_PERSON']);
    expect((await approvePayout(colleague, again.id)).payout).toMatchObject({ status: 'CREATED' });
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 0 });
  });

  it('a changed repeat is still no duplicate of what it repeats, but of every other payment', async () => {
    await shutGate();
    const input = payoutInput();
    const { id } = await recordedPayout(api, input);
    await withdrawPayout(api, id);
    const again = await repeated(id);
    expect((await changePayout(api, { payoutId: again.id, note: 'Rent' })).payout).toMatchObject({
      status: 'APPROVED',
      approvalReason: null,
    });
    const other = await recordedPayout(api, { ...input, idempotencyKey: randomUUID() });
    expect(other).toMatchObject({ approvalReason: 'POSSIBLE_DUPLICATE' });
    await withdrawPayout(api, again.id);
    expect(await repeated(id)).toMatchObject({ status: 'AWAITING_APPROVAL', approvalReason: 'POSSIBLE_DUPLICATE' });
    await openPayoutGate(desk.purser, 'They are made.');
  });

  it('repeats several payouts at once, each with its own result, and none twice', async () => {
    const [first, other, wrong] = [
      await failed(payoutInput()),
      await withdrawn(payoutInput()),
      await failed(payoutInput()),
    ];
    const items = [first.id, other.id, first.id, randomUUID()].map((payoutId) => ({
      payoutId,
      idempotencyKey: randomUUID(),
    }));
    const corrected = { payoutId: wrong.id, idempotencyKey: randomUUID(), recipient: { requisites: 'nobody' } };
    const results = await repeatAll({ items: [...items, corrected] });
    const made = results.filter(({ userErrors }) => userErrors.length === 0);
    expect(made.map(({ payoutId }) => payoutId).sort()).toEqual([first.id, other.id].sort());
    expect(results.flatMap(({ userErrors }) => userErrors.map(({ code }) => code)).sort()).toEqual(
      ['ALREADY_REPEATED', 'PAYOUT_NOT_FOUND', results[4]!.userErrors[0]!.code].sort(),
    );
    expect(results[4]!.userErrors[0]!.field).toEqual(['input', 'items', '4', 'recipient', 'requisites']);
    // After a lost answer.
    const again = await repeatAll({ items });
    expect(again.map(({ payout }) => payout?.id)).toEqual(results.slice(0, 4).map(({ payout }) => payout?.id));
    expect(await linksOf(first.id)).toMatchObject({ repeats: [{ status: 'CREATED' }] });
  });

  it('accepts 1 to 200 payouts to repeat', async () => {
    const many = Array.from({ length: 201 }, () => ({ payoutId: randomUUID(), idempotencyKey: randomUUID() }));
    for (const items of [[], many]) {
      const { repeatPayouts } = await askRepeats({ items });
      expect(repeatPayouts).toMatchObject({ results: [], userErrors: [{ code: 'COUNT_INVALID' }] });
    }
  });

  // Last, because the log of the process then belongs to the replica.
  it('concurrent repeats on two replicas make one payout', async () => {
    const replica = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PURSER_ROLES: 'api',
    });
    try {
      const first = await failed(payoutInput());
      const answers = await Promise.all(
        [api, replica.api, api, replica.api].map((client) => repeatPayout(client, first.id)),
      );
      const made = answers.filter(({ userErrors }) => userErrors.length === 0);
      expect(made).toHaveLength(1);
      const others = answers.filter((answer) => answer !== made[0]);
      expect(others.flatMap(codesOf)).toEqual(['ALREADY_REPEATED', 'ALREADY_REPEATED', 'ALREADY_REPEATED']);
      expect(new Set(answers.map(({ payout }) => payout?.id)).size).toBe(1);
      expect((await linksOf(first.id)).repeats).toHaveLength(1);
    } finally {
      await replica.close();
    }
  });
});
