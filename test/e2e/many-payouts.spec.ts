import { randomUUID } from 'node:crypto';
import { ownKeyId } from '../support/api-keys.js';
import { auditEntries } from '../support/audit-log.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  bookedPayout,
  changePayout,
  getPayout,
  payoutInput,
  type PayoutView,
  recordedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { attributePayout } from '../support/payouts-as-left.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY, startPurser } from '../support/purser.js';

interface Result {
  readonly payoutId: string;
  readonly payout: { readonly id: string; readonly status: string } | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

interface Answer {
  readonly results: readonly Result[];
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

const REASON = 'The run was entered twice.';

describe('mutations on several payouts', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let approver: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({ PAYOUT_APPROVERS_DEFAULT: '1' });
    maker = desk.purser.api;
    approver = desk.purser.approver;
  });

  afterAll(async () => {
    await desk.close();
  });

  async function ask(api: GraphqlClient, name: string, input: object): Promise<Answer> {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
    const { many } = await api.request<{ many: Answer }>(
      `mutation ($input: ${type}) { many: ${name}(input: $input) {
         results { payoutId payout { id status } userErrors { code field } } userErrors { code field } } }`,
      { input },
    );
    return many;
  }

  const approveAll = (
    api: GraphqlClient,
    payouts: readonly Pick<PayoutView, 'id' | 'contentHash'>[],
  ): Promise<Answer> =>
    ask(api, 'approvePayouts', { items: payouts.map(({ id, contentHash }) => ({ payoutId: id, contentHash })) });

  const waiting = (count: number): Promise<PayoutView[]> =>
    Promise.all(Array.from({ length: count }, () => recordedPayout(maker, payoutInput())));

  const codesIn = ({ results }: Answer): readonly (readonly string[])[] =>
    results.map(({ userErrors }) => userErrors.map(({ code }) => code));

  it('approves each payout separately and sends it once, even if the request is repeated', async () => {
    const payouts = await waiting(12);
    const { results, userErrors } = await approveAll(approver, payouts);
    expect(userErrors).toEqual([]);
    expect(results).toEqual(
      payouts.map(({ id }) => ({ payoutId: id, payout: { id, status: 'CREATED' }, userErrors: [] })),
    );
    const again = await approveAll(approver, payouts);
    expect(new Set(codesIn(again).flat())).toEqual(new Set(['NOT_AWAITING_APPROVAL']));
    for (const { id } of payouts) {
      const sent = await getPayout(maker, id);
      expect(sent.approvals).toHaveLength(1);
      await bookedPayout(desk.sandbox, sent);
    }
  });

  it('approves some payouts and refuses others, each with its own reason', async () => {
    const [fine, changed, own, withdrawn, twice] = (await waiting(5)) as [
      PayoutView,
      PayoutView,
      PayoutView,
      PayoutView,
      PayoutView,
    ];
    await changePayout(maker, { payoutId: changed.id, note: 'Rent' });
    await attributePayout(desk.database, own.id, { createdBy: await ownKeyId(approver) });
    await withdrawPayout(maker, withdrawn.id);
    const missing = { id: randomUUID(), contentHash: 'x' };
    const answer = await approveAll(approver, [changed, own, withdrawn, missing, twice, twice, fine]);
    expect(codesIn(answer)).toEqual([
      ['CONTENT_CHANGED'],
      ['SAME_PERSON'],
      ['NOT_AWAITING_APPROVAL'],
      ['PAYOUT_NOT_FOUND'],
      [],
      ['NOT_AWAITING_APPROVAL'],
      [],
    ]);
    expect(answer.results.map(({ payout }) => payout?.status ?? null)).toEqual([
      'AWAITING_APPROVAL',
      'AWAITING_APPROVAL',
      'WITHDRAWN',
      null,
      'CREATED',
      'CREATED',
      'CREATED',
    ]);
    expect(answer.results[1]!.userErrors[0]!.field).toEqual(['input', 'items', '1']);
    // The attempt to approve one's own payout is audited, like for a single payout.
    const trace = await eventually('it is in the audit log', async () => {
      const refused = await auditEntries(desk.purser.admin, { action: 'access.refused' });
      return refused.find(({ after }) => after['payoutId'] === own.id);
    });
    expect(trace).toMatchObject({ operation: 'approvePayouts', after: { why: 'SAME_PERSON' } });
  });

  it('declines or withdraws several payouts, and stores the reason with each', async () => {
    const [declined, other, withdrawn] = (await waiting(3)) as [PayoutView, PayoutView, PayoutView];
    const declining = { payoutIds: [declined.id, randomUUID(), other.id], reason: REASON };
    expect(codesIn(await ask(approver, 'declinePayouts', declining))).toEqual([[], ['PAYOUT_NOT_FOUND'], []]);
    expect(codesIn(await ask(approver, 'declinePayouts', declining))).toEqual([
      ['NOT_AWAITING_APPROVAL'],
      ['PAYOUT_NOT_FOUND'],
      ['NOT_AWAITING_APPROVAL'],
    ]);
    expect(await getPayout(maker, other.id)).toMatchObject({ status: 'DECLINED', declineReason: REASON });

    const withdrawing = { payoutIds: [withdrawn.id, declined.id], reason: REASON };
    for (const _ of ['once', 'again']) {
      expect(codesIn(await ask(maker, 'withdrawPayouts', withdrawing))).toEqual([[], ['PAYOUT_ALREADY_SENT']]);
    }
    const entries = await auditEntries(desk.purser.admin, { action: 'payout.withdrawn', subjectId: withdrawn.id });
    expect(entries).toMatchObject([{ reason: REASON }]);
  });

  it.each([
    ['approvePayouts', 'items', () => ({ items: [] })],
    ['approvePayouts', 'items', () => ({ items: many(201, (payoutId) => ({ payoutId, contentHash: 'x' })) })],
    ['declinePayouts', 'payoutIds', () => ({ payoutIds: [], reason: REASON })],
    ['declinePayouts', 'payoutIds', () => ({ payoutIds: many(201), reason: REASON })],
  ] as const)('a mutation accepts 1 to 200 payouts: %s', async (name, field, input) => {
    expect(await ask(approver, name, input())).toEqual({
      results: [],
      userErrors: [{ code: 'COUNT_INVALID', field: ['input', field] }],
    });
  });

  it('refuses to decline payouts without a reason or the scope', async () => {
    const { id, contentHash } = await recordedPayout(maker, payoutInput());
    expect(await ask(approver, 'declinePayouts', { payoutIds: [id], reason: ' ' })).toEqual({
      results: [],
      userErrors: [{ code: 'REASON_INVALID', field: ['input', 'reason'] }],
    });
    await expect(approveAll(maker, [{ id, contentHash }])).rejects.toThrow('payouts:approve');
    await expect(ask(approver, 'withdrawPayouts', { payoutIds: [id], reason: REASON })).rejects.toThrow(
      'payouts:create',
    );
    expect(await getPayout(maker, id)).toMatchObject({ status: 'AWAITING_APPROVAL', approvals: [] });
  });

  it('approving ten payouts in one request uses up as much of the rate limit as ten requests', async () => {
    const strict = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PURSER_ROLES: 'api',
      OPERATOR_API_KEY,
      APPROVER_API_KEY,
      KEY_REQUESTS_PER_SECOND: '1',
      KEY_REQUEST_BURST: '20',
    });
    try {
      const payouts = await waiting(20);
      const hurried = strict.as(APPROVER_API_KEY);
      expect(codesIn(await approveAll(hurried, payouts.slice(0, 10))).flat()).toEqual([]);
      // Ten requests are left, plus one for each second that the first approvals took.
      await expect(approveAll(hurried, payouts)).rejects.toThrow('RATE_LIMITED');
      expect(await getPayout(maker, payouts[19]!.id)).toMatchObject({ status: 'AWAITING_APPROVAL' });
    } finally {
      await strict.close();
    }
  });

  function many<Entry = string>(count: number, entryOf: (id: string) => Entry = (id) => id as Entry): Entry[] {
    return Array.from({ length: count }, () => entryOf(randomUUID()));
  }
});
