import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import pg from 'pg';
import { type Desk, openDesk } from '../support/desk.js';
import { enableEveryMethod } from '../support/h2h.js';
import { createdOrder, orderInput } from '../support/orders.js';
import { payoutInput, recordedPayout } from '../support/payouts.js';

/**
 * The most statements that a request may take, BEGIN and COMMIT included. Each takes a round trip, and time of both
 * processes. Who needs one more says here what it is for.
 */
const MOST = {
  // The account (1). Recorded: BEGIN, the lock on the recipient, the facts, the payout, COMMIT (5). A slot in the budget
  // (1). Claimed: BEGIN, the lock on the gate, the gate, the payout, the facts, the account, the claim, COMMIT (8).
  payoutSent: 15,
  // The slot given back (1). Recorded: BEGIN, the payout with its attempt, whether the id is taken, the answer, COMMIT
  // (5). The payout that is shown (1).
  payout: 22,
  // The account (1). Recorded: BEGIN, the order, COMMIT (3). A slot in the budget (1). Recorded: BEGIN, the order,
  // whether the id is taken, the answer, COMMIT (5). The order that is shown (1).
  order: 11,
  // Stored and committed by one statement before it is acknowledged.
  webhook: 1,
} as const;

const NOT_COUNTED = [
  // Tests have a database that does not wait for its disk, so that a claim asks it to.
  'SET LOCAL synchronous_commit = on',
  // Of all requests within some time together.
  'NOTIFY purser_status_changes',
];

type Method = (this: unknown, ...given: unknown[]) => unknown;

describe('the number of statements', () => {
  const recording = new AsyncLocalStorage<string[]>();
  let statements: string[] = [];
  let desk: Desk;

  function watch(prototype: object, name: string, around: (call: () => unknown, given: readonly unknown[]) => unknown) {
    const methods = prototype as Record<string, Method>;
    const original = methods[name]!;
    jest.spyOn(methods, name as never).mockImplementation(function (this: unknown, ...given: unknown[]) {
      return around(() => original.apply(this, given), given);
    } as never);
  }

  beforeAll(async () => {
    watch(Server.prototype, 'emit', (call, [event]) =>
      event === 'request' ? recording.run(statements, call) : call(),
    );
    watch(pg.Client.prototype, 'query', (call, [statement]) => {
      const text = typeof statement === 'string' ? statement : (statement as { readonly text: string }).text;
      if (!NOT_COUNTED.includes(text)) recording.getStore()?.push(text);
      return call();
    });
    desk = await openDesk();
    const { api } = desk.purser;
    await enableEveryMethod(desk.purser);
    for (const method of ['HOSTED_PAGE', 'CARD_H2H', 'CARD_H2H']) await createdOrder(api, { method });
    for (const amount of ['10', '10', '10']) await recordedPayout(api, { amount });
  });

  afterAll(async () => {
    await desk.close();
    jest.restoreAllMocks();
  });

  /** The statements of a request up to its answer, once everything that is read once was read. */
  async function statementsOf(request: () => Promise<unknown>): Promise<readonly string[]> {
    await request();
    statements = [];
    const sent = statements;
    await request();
    statements = [];
    return [...sent];
  }

  /** Creates one and has nothing of it shown that takes a statement of its own. */
  async function create(type: 'Payout' | 'Order', input: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await desk.purser.api.request<Readonly<Record<string, unknown>>>(
      `mutation ($input: Create${type}Input!) {
         created: create${type}(input: $input) { result: ${type.toLowerCase()} { status } } }`,
      { input },
    );
    expect(answer).toEqual({ created: { result: { status: 'CREATED' } } });
  }

  it('of a payout, until the provider has accepted it, is as small as it was', async () => {
    const sent = await statementsOf(() => create('Payout', payoutInput()));
    expect(sent.filter((text) => text === 'COMMIT')).toHaveLength(3);
    expect(sent.indexOf('COMMIT', sent.indexOf('COMMIT') + 1)).toBeLessThan(MOST.payoutSent);
    expect(sent.slice(0, MOST.payout)).toEqual(sent);
  });

  it('of an order, until its link is there, is as small as it was', async () => {
    const sent = await statementsOf(() => create('Order', orderInput()));
    expect(sent.filter((text) => text === 'COMMIT')).toHaveLength(2);
    expect(sent.slice(0, MOST.order)).toEqual(sent);
  });

  it.each([
    ['orders(first: $first) { nodes { id status amount createdAt isFinal account { id } } }', 1],
    ['orders(first: $first) { edges { cursor node { id } } pageInfo { endCursor } totalCount isTotalCountCapped }', 2],
    [
      `orders(first: $first, filter: { methods: [CARD_H2H] }) { nodes {
         timeline { to cause } account { name } h2hSession { status timeline { to } } } }`,
      5,
    ],
    ['payouts(first: $first) { nodes { id status amount recipient { requisites } createdBy { id } isFinal } }', 1],
    [
      `payouts(first: $first) { totalCount nodes {
         attempts { id } evidence { kind } approvals { approvedAt } timeline { to } } }`,
      6,
    ],
    ['payouts(first: $first) { nodes { possibleDuplicates { id } createdBy { name } account { name } } }', 5],
  ])('of a page is one for each level, however many rows it has: %s', async (list, count) => {
    for (const first of [1, 2]) {
      const page = (): Promise<unknown> => desk.purser.api.request(`query ($first: Int) { ${list} }`, { first });
      expect([first, (await statementsOf(page)).length]).toEqual([first, count]);
    }
  });

  it('of a webhook, until it is acknowledged, is as small as it was', async () => {
    const { providerOrderId } = await createdOrder(desk.purser.api);
    let body = 0;
    const deliver = async (): Promise<void> => {
      body += 1;
      const { status } = await fetch(desk.purser.orderWebhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: providerOrderId, status: 'PAID', body }),
      });
      expect(status).toBe(200);
    };
    const sent = await statementsOf(deliver);
    expect(sent.slice(0, MOST.webhook)).toEqual(sent);
  });
});
