import { KeyedCallerAuthenticator } from '../../src/access/keys/caller-authenticator.js';
import { randomUUID } from 'node:crypto';
import { ApiReads } from '../../src/platform/database/api-reads.js';
import { insertKey } from '../support/api-keys.js';
import { eventually } from '../support/eventually.js';
import { createdOrder, orderInput } from '../support/orders.js';
import { committed } from '../support/generated-file.js';
import { table } from '../support/markdown-table.js';
import { openPayoutGate, payoutInput, recordedPayout, setPayoutGate, unconfirmedPayout } from '../support/payouts.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { TestSandbox } from '../support/sandbox.js';
import { StatementTap } from '../support/statement-tap.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * The statements that a request takes as they arrive at PostgreSQL, BEGIN and COMMIT included. Each takes time of both
 * processes. Who needs one more says here what it is for.
 */
const COUNTS = {
  payoutClaimed: {
    of: 'createPayout, until its claim is committed',
    count: 15,
    which:
      'the account; BEGIN, lock on the recipient, facts, payout, COMMIT; slot in the budget; ' +
      'BEGIN, lock on the gate, gate, payout, facts, account, claim, COMMIT',
  },
  payout: {
    of: 'createPayout, until it is answered',
    count: 23,
    which:
      'those; slot given back; BEGIN, payout with its attempt, is the id taken, is it of a detached partition, answer, COMMIT; payout to show',
  },
  order: {
    of: 'createOrder, until it is answered',
    count: 9,
    which:
      'the account; order, committed by itself; slot in the budget; ' +
      'BEGIN, order, is the id taken, answer, COMMIT; order to show',
  },
  webhook: { of: 'webhook, until it is acknowledged', count: 1, which: 'the row of the inbox, committed' },
} as const;

const NOT_COUNTED = [
  // Tests have a database that does not wait for its disk, so that a claim asks it to.
  'SET LOCAL synchronous_commit = on',
  // Of all requests within some time together.
  'NOTIFY purser_status_changes',
  // The replica reads what it was notified of, for all requests together.
  '"isPositionFirm"',
  // A measurement every few seconds, whatever is asked for.
  'purser.commit_probe',
];

/** Shows the ones too many. */
function expectCount(sent: readonly string[], { count }: { readonly count: number }): void {
  expect(sent.slice(0, count)).toEqual(sent);
  expect(sent).toHaveLength(count);
}

describe('statement counts', () => {
  let database: TestDatabase;
  let sandbox: TestSandbox;
  let tap: StatementTap;
  let purser: TestPurser;

  beforeAll(async () => {
    [database, sandbox] = await Promise.all([createTestDatabase(), TestSandbox.start()]);
    tap = await StatementTap.open(database.url);
    purser = await startPurser({
      DATABASE_URL: tap.url,
      PROVIDER_BASE_URL: sandbox.url,
      // Ticks would be counted, too.
      PURSER_ROLES: 'api',
    });
  });

  afterAll(async () => {
    await purser.close();
    await tap.close();
    await Promise.all([sandbox.close(), database.drop()]);
  });

  /** The statements of a request up to its answer, once everything that is read once was read. */
  async function statementsOf(request: () => Promise<unknown>): Promise<readonly string[]> {
    // Or the time for which a key stays recognized ends between the two.
    purser.service(KeyedCallerAuthenticator).forget();
    await request();
    return (await tap.during(request)).filter((text) => !NOT_COUNTED.some((part) => text.includes(part)));
  }

  /** Creates one and has nothing of it shown that takes a statement of its own. */
  async function create(type: 'Payout' | 'Order', input: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await purser.api.request<Readonly<Record<string, unknown>>>(
      `mutation ($input: Create${type}Input!) {
         created: create${type}(input: $input) { result: ${type.toLowerCase()} { status } } }`,
      { input },
    );
    expect(answer).toEqual({ created: { result: { status: 'CREATED' } } });
  }

  it('a payout, until the provider has accepted it, takes as many as the table says', async () => {
    const sent = await statementsOf(() => create('Payout', payoutInput()));
    expect(sent.filter((text) => text === 'COMMIT')).toHaveLength(3);
    const claimed = sent.slice(0, sent.indexOf('COMMIT', sent.indexOf('COMMIT') + 1) + 1);
    expectCount(claimed, COUNTS.payoutClaimed);
    expectCount(sent, COUNTS.payout);
  });

  it('an order, until its link is there, takes as many as the table says', async () => {
    const sent = await statementsOf(() => create('Order', orderInput()));
    expect(sent.filter((text) => text === 'COMMIT')).toHaveLength(1);
    expectCount(sent, COUNTS.order);
  });

  it('a webhook, until it is acknowledged, takes as many as the table says', async () => {
    const { providerOrderId } = await createdOrder(purser.api);
    let body = 0;
    const deliver = async (): Promise<void> => {
      body += 1;
      const { status } = await fetch(purser.orderWebhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: providerOrderId, status: 'PAID', body }),
      });
      expect(status).toBe(200);
    };
    const sent = await statementsOf(deliver);
    expect(sent.filter((text) => text.includes('webhook_events'))).toHaveLength(1);
    expectCount(sent, COUNTS.webhook);
  });

  it('a page of payouts reads the gate once for those that wait, and never for the others', async () => {
    const read = async (ids: readonly string[]): Promise<void> => {
      await purser.api.request(
        'query ($ids: [ID!]) { payouts(filter: { ids: $ids }) { nodes { nextAttemptAt waitingFor { kind } } } }',
        { ids },
      );
    };
    const accepted = await recordedPayout(purser.api);
    const forAccepted = await statementsOf(() => read([accepted.id]));
    await setPayoutGate(purser.api, { isOpen: false, reason: 'So that they wait.' });
    const waiting = [
      await recordedPayout(purser.api),
      await recordedPayout(purser.api),
      await recordedPayout(purser.api),
    ];
    const forWaiting = await statementsOf(() => read(waiting.map(({ id }) => id)));
    await openPayoutGate(purser, 'They were counted.');
    expect(forWaiting).toHaveLength(forAccepted.length + 1);
  });

  it('actions on a page of payouts take the same number, however many payouts there are', async () => {
    const input = payoutInput();
    await recordedPayout(purser.api, input);
    const waiting = () => recordedPayout(purser.api, { ...input, idempotencyKey: randomUUID() });
    const unconfirmed = () => unconfirmedPayout({ purser, sandbox }, { isMade: false });
    const few = [await waiting(), await unconfirmed()];
    const many = [...few, await waiting(), await waiting(), await unconfirmed(), await unconfirmed()];
    const decider = purser.as(
      await insertKey(database, { scopes: ['payouts:read', 'payouts:approve', 'payouts:resolve'] }),
    );
    const read = async (payouts: readonly { readonly id: string }[]): Promise<void> => {
      const ids = payouts.map(({ id }) => id);
      const page = await decider.request<{ payouts: { nodes: { actions: { isAllowed: boolean }[] }[] } }>(
        'query ($ids: [ID!]) { payouts(filter: { ids: $ids }) { nodes { actions { kind isAllowed } } } }',
        { ids },
      );
      const isAllowed = page.payouts.nodes.flatMap(({ actions }) => actions.map((action) => action.isAllowed));
      expect(isAllowed.filter(Boolean)).toHaveLength(2 * ids.length);
    };
    const forFew = await statementsOf(() => read(few));
    expect((await statementsOf(() => read(many))).length).toBe(forFew.length);
    // The page, the approvals that stand, who is one person, the attempts, which of them are old, the proposals about unknown
    // outcomes, those about a payout's end, and the gate.
    expect(forFew).toHaveLength(8);
  });

  it('a caller adds one per five seconds with a standby, and a list that it answers takes one', async () => {
    const withStandby = await startPurser({
      DATABASE_URL: tap.url,
      // A server that was promoted is as good.
      DATABASE_READ_URL: database.url,
      PROVIDER_BASE_URL: sandbox.url,
      PURSER_ROLES: 'api',
    });
    const notBeaten = (sent: readonly string[]): readonly string[] =>
      sent.filter((text) => ![...NOT_COUNTED, 'standby_beats'].some((part) => text.includes(part)));
    const payer = withStandby.as(await insertKey(database, { roles: ['operator'] }));
    const order = (): Promise<unknown> => createdOrder(payer);
    const noted = notBeaten(await tap.during(order)).filter((text) => text.includes('fresh_readers'));
    expect(noted).toHaveLength(1);
    const again = notBeaten(await tap.during(order)).filter((text) => text.includes('fresh_readers'));
    expect(again).toHaveLength(0);

    const reader = withStandby.as(await insertKey(database, { roles: ['viewer'] }));
    const { standby } = withStandby.service(ApiReads);
    await eventually('the standby is used', () => Promise.resolve(standby?.newestShown()));
    const list = () => reader.request('{ orders(first: 5) { totalCount nodes { id timeline { to } } } }');
    await list();
    expect(notBeaten(await tap.during(list))).toEqual([expect.stringContaining('"fresh_readers"')]);
    await withStandby.close();
  });

  it('the architecture page has the same figures', () => {
    const rows = Object.values(COUNTS).map(({ of, count, which }) => [of, String(count), which]);
    expect(committed('docs/architecture.md')).toContain(table(['request', 'statements', 'which'], rows).join('\n'));
  });
});
