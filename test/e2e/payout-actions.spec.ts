import { randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '../../src/access/scopes/scopes.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { ownKeyId } from '../support/api-keys.js';
import { ageAttempt, lapseApprovals, purgeRecipient } from '../support/payout-ageing.js';
import { attributePayout } from '../support/payouts-as-left.js';
import {
  agreedOn,
  approvePayout,
  bindPayout,
  createPayout,
  payoutInput,
  payoutWhen,
  recordedPayout,
  setPayoutPolicy,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { OPEN_GATE } from '../support/settings.js';

interface Action {
  readonly kind: string;
  readonly isAllowed: boolean;
  readonly refusal: { readonly code: string; readonly message: string } | null;
  readonly availableAt: string | null;
}

const ACTIONS = 'actions { kind isAllowed refusal { code message } availableAt }';

/** For each kind of action: the mutation, and its input besides the payout. */
const MUTATIONS: Readonly<Record<string, readonly [name: string, input: object]>> = {
  APPROVE: ['approvePayout', {}],
  DECLINE: ['declinePayout', { reason: 'Not wanted.' }],
  CHANGE: ['changePayout', { note: 'Another one' }],
  WITHDRAW: ['withdrawPayout', {}],
  REPEAT: ['repeatPayout', { idempotencyKey: randomUUID() }],
  REFRESH: ['refreshPayout', {}],
  REVEAL: ['revealPayoutRecipient', { reason: 'To compare.' }],
  BIND: ['bindUnconfirmedPayout', { providerPayoutId: randomUUID(), reference: 'ticket 7' }],
  CLOSE: ['closeUnconfirmedPayout', { reference: 'ticket 7' }],
  SETTLE: ['settlePayout', { end: 'PAID', reference: 'ticket 7' }],
};

const HALF_AMOUNT = '500.00';

describe('actions on a payout', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let approver: GraphqlClient;
  /** Two callers who created nothing. Together they hold every scope, which one person may not. */
  let others: readonly GraphqlClient[];

  beforeAll(async () => {
    desk = await openDesk({
      PAYOUT_APPROVERS_DEFAULT: '1',
      ...OPEN_GATE,
    });
    maker = desk.purser.api;
    approver = desk.purser.approver;
    others = [await desk.keyWith(without('payouts:create')), await desk.keyWith(without('payouts:approve'))];
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 0 });
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: HALF_AMOUNT, approvers: 2 });
  });

  afterAll(async () => {
    await desk.close();
  });

  async function actionsOf(api: GraphqlClient, id: string): Promise<readonly Action[]> {
    const { payout } = await api.request<{ payout: { actions: readonly Action[] } }>(
      `query ($id: ID!) { payout(id: $id) { ${ACTIONS} } }`,
      { id },
    );
    return payout.actions;
  }

  const without = (scope: Scope): readonly Scope[] => SCOPES.filter((each) => each !== scope && each !== 'keys:manage');

  const allowed = (actions: readonly Action[]): readonly string[] =>
    actions.filter(({ isAllowed }) => isAllowed).map(({ kind }) => kind);

  const refusalOf = async (api: GraphqlClient, id: string, kind: string): Promise<Action['refusal']> =>
    (await actionsOf(api, id)).find((action) => action.kind === kind)?.refusal ?? null;

  async function answerOf(api: GraphqlClient, payoutId: string, kind: string): Promise<readonly unknown[]> {
    const [name, input] = MUTATIONS[kind]!;
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
    const data = await api.request<{ done: { userErrors: unknown[] } }>(
      `mutation ($input: ${type}) { done: ${name}(input: $input) { userErrors { code message } } }`,
      { input: { payoutId, ...input } },
    );
    return data.done.userErrors;
  }

  const waiting = (): Promise<{ readonly id: string }> => recordedPayout(maker, payoutInput({ amount: HALF_AMOUNT }));

  const withdrawn = async (): Promise<{ readonly id: string }> => {
    const payout = await waiting();
    await withdrawPayout(maker, payout.id);
    return payout;
  };

  const purged = async (): Promise<{ readonly id: string }> => {
    const payout = await withdrawn();
    await purgeRecipient(desk.database, payout.id);
    return payout;
  };

  const sent = async (): Promise<{ readonly id: string }> => {
    const payout = await recordedPayout(maker);
    return payoutWhen(maker, payout, ({ providerPayoutId }) => providerPayoutId !== null);
  };

  const unconfirmed = (): Promise<{ readonly id: string }> => unconfirmedPayout(desk, { isMade: false });

  const proposed = async (): Promise<{ readonly id: string }> => {
    const payout = await unconfirmed();
    await ageAttempt(desk.database, payout.id);
    await bindPayout(maker, { payoutId: payout.id, providerPayoutId: randomUUID() });
    return payout;
  };

  it("a payout is in a caller's waiting list exactly while the caller may approve it", async () => {
    const [free, half] = [await waiting(), await waiting()];
    await approvePayout(approver, half.id);
    const ids = [free.id, half.id, (await withdrawn()).id, (await sent()).id];
    const listed = async (api: GraphqlClient, waitsForMe: boolean): Promise<readonly string[]> => {
      const { payouts } = await api.request<{ payouts: { nodes: { id: string }[] } }>(
        'query ($filter: PayoutFilter) { payouts(filter: $filter) { nodes { id } } }',
        { filter: { ids, waitsForMe } },
      );
      return payouts.nodes.map(({ id }) => id);
    };
    const mayApprove = async (api: GraphqlClient): Promise<readonly string[]> => {
      const actions = await Promise.all(ids.map((id) => actionsOf(api, id)));
      return ids.filter((_, at) => allowed(actions[at]!).includes('APPROVE'));
    };
    const expectations: readonly (readonly [GraphqlClient, readonly string[]])[] = [
      [maker, []],
      [approver, [free.id]],
      [others[0]!, [free.id, half.id]],
    ];
    for (const [api, expected] of expectations) {
      expect(await mayApprove(api)).toEqual(expected);
      expect((await listed(api, true)).toSorted()).toEqual(expected.toSorted());
      expect((await listed(api, false)).toSorted()).toEqual(ids.filter((id) => !expected.includes(id)).toSorted());
    }
    // A caller whose approval expired may approve again.
    await lapseApprovals(desk.database, half.id);
    expect(await mayApprove(approver)).toEqual([free.id, half.id]);
    expect((await listed(approver, true)).toSorted()).toEqual([free.id, half.id].toSorted());
  });

  it.each([
    ['waits for approval', waiting, ['APPROVE', 'DECLINE', 'CHANGE', 'WITHDRAW', 'REVEAL']],
    ['was withdrawn', withdrawn, ['REPEAT', 'REVEAL']],
    ['was purged', purged, []],
    ['is at the provider', sent, ['REFRESH', 'REVEAL']],
    ['is unconfirmed', unconfirmed, ['REVEAL', 'BIND']],
    ['is unconfirmed, with a proposal of another', proposed, ['REVEAL']],
  ] as const)('a payout that %s shows the same refusals that the mutations return', async (_, make, expected) => {
    const { id } = await make();
    const told = new Set<string>();
    for (const caller of others) {
      const actions = await actionsOf(caller, id);
      expect(allowed(actions)).toEqual(expected.filter((kind) => actions.some((action) => action.kind === kind)));
      for (const { kind, isAllowed, refusal } of actions) {
        told.add(kind);
        // The list shows WITHDRAW as refused for a withdrawn payout, but repeating the mutation succeeds.
        if (isAllowed || (kind === 'WITHDRAW' && refusal?.message.includes('is withdrawn'))) continue;
        expect([kind, await answerOf(caller, id, kind)]).toEqual([kind, [refusal]]);
      }
    }
    expect([...told].sort()).toEqual(Object.keys(MUTATIONS).sort());
  });

  it('actions for which the caller lacks the scope are left out', async () => {
    const { id } = await waiting();
    const kindsWith = async (...scopes: readonly Scope[]): Promise<readonly string[]> =>
      (await actionsOf(await desk.keyWith(['payouts:read', ...scopes]), id)).map(({ kind }) => kind);
    expect(await kindsWith()).toEqual([]);
    expect(await kindsWith('payouts:approve')).toEqual(['APPROVE', 'DECLINE']);
    expect(await kindsWith('payouts:create', 'payouts:refresh')).toEqual(['CHANGE', 'WITHDRAW', 'REPEAT', 'REFRESH']);
    expect(await kindsWith('payouts:unmask', 'payouts:resolve')).toEqual(['REVEAL', 'BIND', 'CLOSE', 'SETTLE']);
  });

  it('tells a caller why they cannot approve a payout', async () => {
    const approverId = await ownKeyId(approver);
    const made = await waiting();
    await attributePayout(desk.database, made.id, { createdBy: approverId });
    const changed = await waiting();
    await attributePayout(desk.database, changed.id, { editedBy: approverId });
    for (const [{ id }, verb] of [
      [made, 'created this payout'],
      [changed, 'changed this payout, or made the one that it pays again'],
    ] as const) {
      const message = `You ${verb}; another person must approve it.`;
      expect(await refusalOf(approver, id, 'APPROVE')).toEqual({ code: 'SAME_PERSON', message });
      expect(await answerOf(approver, id, 'APPROVE')).toEqual([{ code: 'SAME_PERSON', message }]);
      expect(await refusalOf(others[0]!, id, 'APPROVE')).toBeNull();
    }
  });

  it('an approver may approve again once their approval has expired', async () => {
    const { id } = await waiting();
    expect((await approvePayout(approver, id)).userErrors).toEqual([]);
    expect(await refusalOf(approver, id, 'APPROVE')).toMatchObject({ code: 'ALREADY_APPROVED' });
    expect(await answerOf(approver, id, 'APPROVE')).toEqual([await refusalOf(approver, id, 'APPROVE')]);
    expect(await refusalOf(others[0]!, id, 'APPROVE')).toBeNull();
    await lapseApprovals(desk.database, id);
    expect(await refusalOf(approver, id, 'APPROVE')).toBeNull();
    expect((await approvePayout(approver, id)).userErrors).toEqual([]);
  });

  it('an unconfirmed payout shows when it may be closed', async () => {
    const { id } = await unconfirmed();
    const closing = async (): Promise<Action> =>
      (await actionsOf(others[0]!, id)).find(({ kind }) => kind === 'CLOSE')!;
    const { payout } = await maker.request<{ payout: { attempts: [{ claimedAt: string }] } }>(
      'query ($id: ID!) { payout(id: $id) { attempts { claimedAt } } }',
      { id },
    );
    const { refusal, availableAt } = await closing();
    expect(refusal).toMatchObject({ code: 'TOO_EARLY' });
    // PAYOUT_CLOSE_AFTER_MINUTES is 60.
    expect(new Date(availableAt!).getTime() - new Date(payout.attempts[0].claimedAt).getTime()).toBe(3_600_000);
    await ageAttempt(desk.database, id);
    expect(await closing()).toEqual({ kind: 'CLOSE', isAllowed: true, refusal: null, availableAt: null });
  });

  it('mutations and lists show the same actions', async () => {
    const { payout } = await createPayout(maker, { amount: HALF_AMOUNT });
    const { payouts } = await approver.request<{ payouts: { nodes: { id: string; actions: readonly Action[] }[] } }>(
      `query ($id: ID!) { payouts(filter: { ids: [$id] }) { nodes { id ${ACTIONS} } } }`,
      { id: payout!.id },
    );
    expect(allowed(payouts.nodes[0]!.actions)).toContain('APPROVE');
    const { approvePayout: answer } = await approver.request<{ approvePayout: { payout: { actions: Action[] } } }>(
      `mutation ($id: ID!) { approvePayout(input: { payoutId: $id }) { payout { ${ACTIONS} } } }`,
      { id: payout!.id },
    );
    expect(answer.payout.actions.find(({ kind }) => kind === 'APPROVE')).toMatchObject({
      isAllowed: false,
      refusal: { code: 'ALREADY_APPROVED' },
    });
  });
});
