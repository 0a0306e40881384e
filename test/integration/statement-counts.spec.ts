import { KeyedCallerAuthenticator } from '../../src/access/keys/caller-authenticator.js';
import { randomUUID } from 'node:crypto';
import { insertKey } from '../support/api-keys.js';
import { createdOrder, orderInput } from '../support/orders.js';
import { committed } from '../support/generated-file.js';
import { table } from '../support/markdown-table.js';
import { openPayoutGate, payoutInput, recordedPayout, setPayoutGate, unconfirmedPayout } from '../support/payouts.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { TestSandbox } from '../support/sandbox.js';
import { NOT_COUNTED, StatementTap } from '../support/statement-tap.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * The statements that each request sends to PostgreSQL, including BEGIN and COMMIT. Each costs time in both processes.
 * When a request needs another statement, say here what for.
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
  webhook: {
    of: 'webhook, until it is acknowledged',
    count: 1,
    which: 'the row of the inbox, committed; up to 16 that arrive together share one',
  },
} as const;

/** Prints the surplus statements if the test fails. */
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
      // Statements of ticks would be counted, too.
      PURSER_ROLES: 'api',
    });
  });

  afterAll(async () => {
    await purser.close();
    await tap.close();
    await Promise.all([sandbox.close(), database.drop()]);
  });

  /**
   * Returns the statements of a request until its answer, on the second run, when everything that is cached has been
   * read.
   */
  async function statementsOf(request: () => Promise<unknown>): Promise<readonly string[]> {
    // Otherwise the cached key might expire between the two runs.
    purser.service(KeyedCallerAuthenticator).forget();
    await request();
    return (await tap.during(request)).filter((text) => !NOT_COUNTED.some((part) => text.includes(part)));
  }

  /** Creates an order or payout, and selects only fields that need no extra statement. */
  async function create(type: 'Payout' | 'Order', input: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await purser.api.request<Readonly<Record<string, unknown>>>(
      `mutation ($input: Create${type}Input!) {
         created: create${type}(input: $input) { result: ${type.toLowerCase()} { status } } }`,
      { input },
    );
    expect(answer).toEqual({ created: { result: { status: 'CREATED' } } });
  }

  it('a payout, until the provider has accepted it, takes as many statements as the table says', async () => {
    const sent = await statementsOf(() => create('Payout', payoutInput()));
    expect(sent.filter((text) => text === 'COMMIT')).toHaveLength(3);
    const claimed = sent.slice(0, sent.indexOf('COMMIT', sent.indexOf('COMMIT') + 1) + 1);
    expectCount(claimed, COUNTS.payoutClaimed);
    expectCount(sent, COUNTS.payout);
  });

  it('an order, until it has a link, takes as many statements as the table says', async () => {
    const sent = await statementsOf(() => create('Order', orderInput({ idempotencyKey: randomUUID() })));
    expect(sent.filter((text) => text === 'COMMIT')).toHaveLength(1);
    expectCount(sent, COUNTS.order);
  });

  it('a webhook, until it is acknowledged, takes as many statements as the table says', async () => {
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

  it('a page of payouts reads the gate once if some wait, and never if none does', async () => {
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

  it('a page of payouts with their actions takes the same number of statements, however many payouts it has', async () => {
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
    // The page, valid approvals, ids of the same person, attempts, which of them are old enough, change requests about
    // unknown outcomes, change requests about final states, and the gate.
    expect(forFew).toHaveLength(8);
  });

  it('the architecture page has the same figures', () => {
    const rows = Object.values(COUNTS).map(({ of, count, which }) => [of, String(count), which]);
    expect(committed('docs/architecture.md')).toContain(table(['request', 'statements', 'which'], rows).join('\n'));
  });
});
