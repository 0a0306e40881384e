import { randomUUID } from 'node:crypto';
import { SCOPES } from '../../src/access/scopes/scopes.js';
import { compareBalance, fundBalance } from '../support/ledger.js';
import { confirmChange, type ChangeRequestView } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient, Subscription } from '../support/graphql-client.js';
import { createdOrder, forgetOrderFacts } from '../support/orders.js';
import {
  agreedOn,
  approvePayout,
  bindPayout,
  bookedPayout,
  changePayout,
  payoutInput,
  payoutWhen,
  recordedPayout,
  setPayoutGate,
  setPayoutPolicy,
  unconfirmedPayout,
} from '../support/payouts.js';
import { purgeRecipient } from '../support/payout-ageing.js';

interface PayoutEvent {
  readonly payoutChanged: { readonly cursor: string; readonly aspects: readonly string[]; readonly payout: object };
}

interface DeskEvent {
  readonly deskChanged: { readonly cursor: string; readonly subject: string; readonly subjectId: string | null };
}

describe('hints about changes', () => {
  let desk: Desk;
  let api: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({ PAYOUT_APPROVERS_DEFAULT: '0' });
    api = desk.purser.api;
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: '500', approvers: 1 });
  });

  afterAll(() => desk.close());

  /** Returns the current cursor, so that a test can receive everything that happens after it. */
  async function here(): Promise<string> {
    const { payouts } = await api.request<{ payouts: { pageInfo: { liveCursor: string } } }>(
      '{ payouts(first: 1) { pageInfo { liveCursor } } }',
    );
    return payouts.pageInfo.liveCursor;
  }

  const watchPayout = async (id: string, after?: string): Promise<Subscription<PayoutEvent>> =>
    api.subscribe<PayoutEvent>(
      `subscription ($id: ID!, $after: String) {
         payoutChanged(ids: [$id], after: $after) { cursor aspects payout { id status } } }`,
      { id, after: after ?? null },
    );

  const watchDesk = async (caller: GraphqlClient, after: string): Promise<Subscription<DeskEvent>> =>
    caller.subscribe<DeskEvent>(
      'subscription ($after: String) { deskChanged(after: $after) { cursor subject subjectId } }',
      { after },
    );

  /** Reads events until one contains the aspect `last`. Returns all aspects read so far. */
  async function aspectsUntil(subscription: Subscription<PayoutEvent>, last: string): Promise<string[]> {
    const met: string[] = [];
    while (met.at(-1) !== last) met.push(...(await subscription.next()).payoutChanged.aspects);
    return met;
  }

  it('reports every kind of change to a payout besides its status, and resumes from a cursor', async () => {
    const after = await here();
    const payout = await recordedPayout(api, payoutInput({ amount: '500' }));
    const changes = await watchPayout(payout.id, after);
    expect(await aspectsUntil(changes, 'CREATED')).toEqual(['CREATED']);
    const { payout: changed } = await changePayout(api, { payoutId: payout.id, amount: '501' });
    expect(await aspectsUntil(changes, 'CONTENT')).toEqual(['CONTENT']);
    const { contentHash } = changed!;
    expect((await approvePayout(desk.purser.approver, payout.id, { contentHash })).userErrors).toEqual([]);
    await payoutWhen(api, payout, ({ status }) => status === 'CREATED');
    expect(new Set(await aspectsUntil(changes, 'STATUS'))).toEqual(new Set(['APPROVALS', 'STATUS']));
    await changes.close();

    const second = changes.received[1]!.payoutChanged;
    const resumed = await watchPayout(payout.id, second.cursor);
    expect((await resumed.next()).payoutChanged.cursor).toBe(changes.received[2]!.payoutChanged.cursor);
    await resumed.close();
  });

  it('reports to subscribers that a payout was settled or purged', async () => {
    const payout = await unconfirmedPayout(desk, { isMade: true });
    const changes = await watchPayout(payout.id);
    const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
    const { changeRequest } = await bindPayout(api, { payoutId: payout.id, providerPayoutId });
    expect(await aspectsUntil(changes, 'CHANGE_REQUEST')).toContain('CHANGE_REQUEST');
    await confirmChange(desk.purser.approver, changeRequest as ChangeRequestView);
    expect(await aspectsUntil(changes, 'STATUS')).toContain('CHANGE_REQUEST');
    await desk.sandbox.movePayout(providerPayoutId, 'process');
    await desk.sandbox.movePayout(providerPayoutId, 'complete');
    await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
    await purgeRecipient(desk.database, payout.id);
    expect(await aspectsUntil(changes, 'PURGED')).toContain('STATUS');
    await changes.close();
  });

  it('reports changes to an order and to its card verification', async () => {
    const after = await here();
    const order = await createdOrder(api);
    const changes = await api.subscribe<{ orderChanged: { order: { id: string; status: string } } }>(
      'subscription ($id: ID!, $after: String) { orderChanged(ids: [$id], after: $after) { order { id status } } }',
      { id: order.id, after },
    );
    expect((await changes.next()).orderChanged.order.id).toBe(order.id);
    await desk.sandbox.move(order.providerOrderId, 'pay');
    let status = '';
    while (status !== 'PAID') ({ status } = (await changes.next()).orderChanged.order);
    const told = changes.received.length;
    await forgetOrderFacts(desk.database, order.id, 'commission');
    while (changes.received.length === told) await changes.next();
    await changes.close();
  });

  it('never reports changes in other accounts', async () => {
    const after = await here();
    await recordedPayout(api);
    const nowhere = await api.subscribe<PayoutEvent>(
      'subscription ($accountId: ID!, $after: String) { payoutChanged(accountId: $accountId, after: $after) { cursor } }',
      { accountId: randomUUID(), after },
    );
    const { accounts } = await api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    const here_ = await api.subscribe<PayoutEvent>(
      'subscription ($accountId: ID!, $after: String) { payoutChanged(accountId: $accountId, after: $after) { cursor } }',
      { accountId: accounts[0]!.id.toUpperCase(), after },
    );
    await here_.next();
    expect(nowhere.received).toEqual([]);
    await Promise.all([nowhere.close(), here_.close()]);
  });

  it('a payout without incidents has only the changes CREATED and STATUS', async () => {
    const payout = await recordedPayout(api, payoutInput({ amount: '5' }));
    const created = await payoutWhen(api, payout, ({ status }) => status === 'CREATED');
    await desk.sandbox.movePayout(created.providerPayoutId!, 'process');
    await desk.sandbox.movePayout(created.providerPayoutId!, 'complete');
    await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
    const changes = await watchPayout(payout.id, 'MC4wLjA');
    expect(new Set(await aspectsUntil(changes, 'STATUS'))).toEqual(new Set(['CREATED', 'STATUS']));
    await changes.close();
  });

  it('reports changes to everything else on the desk to callers who may see them', async () => {
    const after = await here();
    const { accounts } = await api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    const accountId = accounts[0]!.id;
    await setPayoutGate(api, { isOpen: false, reason: 'A drill.' });
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'KES', fromAmount: '0', approvers: 1 });
    await fundBalance(api, { accountId, currency: 'EUR', amount: '5' });
    await compareBalance(api, { accountId, currency: 'EUR', providerFigure: '4' });
    await desk.purser.admin.request(
      `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { userErrors { code } } }`,
      { input: { name: 'x', roles: ['VIEWER'], expiresAt: new Date(Date.now() + 1e9).toISOString() } },
    );
    const all = await desk.keyWith(SCOPES.filter((scope) => scope !== 'payouts:create' && scope !== 'payouts:approve'));
    const everything = await watchDesk(all, after);
    const told: string[] = [];
    while (!told.includes('API_KEY')) told.push((await everything.next()).deskChanged.subject);
    for (const subject of ['GATE', 'CHANGE_REQUEST', 'POLICY', 'BALANCE', 'DISCREPANCY'])
      expect(told).toContain(subject);
    const gate = everything.received.find(({ deskChanged }) => deskChanged.subject === 'GATE');
    expect(gate?.deskChanged.subjectId).toBeNull();
    const balance = everything.received.find(({ deskChanged }) => deskChanged.subject === 'BALANCE');
    expect(balance?.deskChanged.subjectId).toBe(accountId);

    const bookkeeper = await watchDesk(await desk.keyWith(['ledger:read']), after);
    expect((await bookkeeper.next()).deskChanged.subject).toBe('BALANCE');
    const stranger = await watchDesk(await desk.keyWith(['orders:read']), after);
    await fundBalance(api, { accountId, currency: 'EUR', amount: '6' });
    expect((await bookkeeper.next()).deskChanged.subject).toBe('BALANCE');
    expect([bookkeeper.received.length, stranger.received]).toEqual([2, []]);
    await Promise.all([everything.close(), bookkeeper.close(), stranger.close()]);
  });
});
