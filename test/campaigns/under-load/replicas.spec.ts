import { randomUUID } from 'node:crypto';
import { type Replica, type Stack, startStack } from '../../../dev/start/purser-stack.js';
import { eventually } from '../../support/eventually.js';
import { jsonFile } from '../../support/files.js';
import { GraphqlClient } from '../../support/graphql-client.js';
import { createdOrder, getOrder, orderInput, statusesUntil, watchOnwards, watchOrders } from '../../support/orders.js';
import { TestSandbox } from '../../support/sandbox.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { makeOrderDue } from '../../support/polls.js';

describe('two replicas on one database, as real processes', () => {
  const state = temporaryDirectory();
  let database: TestDatabase;
  let stack: Stack;
  let sandbox: TestSandbox;
  let first: Replica;
  let second: Replica;
  const killed = new Set<Replica>();

  beforeAll(async () => {
    database = await createTestDatabase();
    stack = await startStack({
      stateDirectory: state.path,
      ports: { console: 'none' },
      databaseUrl: database.url,
      replicas: 2,
      environment: { PROVIDER_PROFILE_FILE: jsonFile({ orderCheckDelaysSeconds: [1] }) },
    });
    [first, second] = stack.replicas as [Replica, Replica];
    sandbox = TestSandbox.at(stack.sandboxUrl);
  });

  beforeEach(async () => {
    // Replaces the replica that the previous test killed.
    if (killed.delete(first)) first = await stack.addReplica();
    if (killed.delete(second)) second = await stack.addReplica();
    // Webhooks go to the second replica, whatever the first does.
    await sandbox.sendWebhooksTo(webhookUrl(second));
    await sandbox.clearFaults();
  });

  afterAll(async () => {
    await stack.stop();
    await database.drop();
    state.remove();
  });

  it('both show each change exactly once, whoever made it', async () => {
    const watched = await Promise.all([first, second].map((replica) => watchOrders(api(replica))));
    const order = await createdOrder(api(first));
    await sandbox.move(order.providerOrderId, 'pay');
    for (const changes of watched) {
      expect(await statusesUntil(changes, order.id, 'PAID')).toEqual(['SUBMITTING', 'CREATED', 'PAID']);
    }
    // If anything had been sent twice, it would arrive before the changes to this second order.
    const other = await createdOrder(api(second));
    for (const changes of watched) {
      await statusesUntil(changes, other.id, 'CREATED');
      const cursors = changes.received.map(({ orderStatusChanged }) => orderStatusChanged.cursor);
      expect(cursors).toHaveLength(5);
      expect(new Set(cursors).size).toBe(5);
      await changes.close();
    }
  });

  it('a subscriber continues at the other replica where the first stopped', async () => {
    const before = await watchOrders(api(first));
    const order = await createdOrder(api(first));
    await statusesUntil(before, order.id, 'CREATED');
    const cursor = before.received.at(-1)!.orderStatusChanged.cursor;
    await kill(first);
    await sandbox.move(order.providerOrderId, 'pay');
    const after = await watchOrders(api(second), { orderId: order.id, after: cursor });
    expect(await statusesUntil(after, order.id, 'PAID')).toEqual(['PAID']);
    await after.close();
    await before.close();
  });

  it('the other replica delivers everything since a page was read on the first', async () => {
    const before = await createdOrder(api(first));
    const { orders } = await api(first).request<{ orders: { pageInfo: { liveCursor: string } } }>(
      '{ orders(first: 1) { pageInfo { liveCursor } } }',
    );
    await sandbox.move(before.providerOrderId, 'pay');
    await eventually('it is paid', async () =>
      (await getOrder(api(first), before.id)).status === 'PAID' ? true : null,
    );
    const changes = await watchOrders(api(second), { after: orders.pageInfo.liveCursor });
    // The page's cursor may be older than its rows, so earlier changes may come first.
    expect((await statusesUntil(changes, before.id, 'PAID')).at(-1)).toBe('PAID');
  });

  it('nothing is lost if the replica that created the order is killed before the payment', async () => {
    const order = await createdOrder(api(first));
    await kill(first);
    const changes = await watchOnwards(api(second), order.id);
    await sandbox.move(order.providerOrderId, 'pay');
    expect(await statusesUntil(changes, order.id, 'PAID')).toEqual(['PAID']);
    await changes.close();
  });

  it('nothing is lost if the replica that receives the webhooks is killed during the payment', async () => {
    const order = await createdOrder(api(first));
    const changes = await watchOnwards(api(first), order.id);
    await kill(second);
    await sandbox.move(order.providerOrderId, 'pay');
    expect(await statusesUntil(changes, order.id, 'PAID')).toEqual(['PAID']);
    await changes.close();
  });

  it('an order whose creator was killed between the call and its answer is bound', async () => {
    const { externalId } = await killWhileCreating();
    const booked = await sandbox.findOrder(externalId);
    const id = await orderIdOf(externalId);
    const changes = await watchOnwards(api(second), id);
    await sandbox.move(booked!.id, 'pay');
    expect(await statusesUntil(changes, id, 'PAID')).toEqual(['PAID']);
    expect(await getOrder(api(second), id)).toMatchObject({ providerOrderId: booked!.id, problem: null });
    await changes.close();
  });

  it('an order whose creator was killed is abandoned after its deadline', async () => {
    const { externalId } = await killWhileCreating();
    const id = await orderIdOf(externalId);
    const changes = await watchOnwards(api(second), id);
    // Skips the 45 seconds until the deadline.
    await makeOrderDue(database, id);
    expect(await statusesUntil(changes, id, 'ABANDONED')).toEqual(['ABANDONED']);
    expect(await getOrder(api(second), id)).toMatchObject({ nextCheckAt: null, timeline: [{}, { cause: 'DEADLINE' }] });
    await changes.close();
  });

  async function killWhileCreating(): Promise<{ externalId: string }> {
    const externalId = randomUUID();
    await sandbox.setFault({ on: 'createOrder', fault: 'answerSlowly', delayMs: 10_000, match: { externalId } });
    const request = api(first)
      .send('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } } }', {
        input: orderInput({ externalId }),
      })
      .catch(() => 'connection lost');
    await eventually('the order arrives at the provider', () => sandbox.findOrder(externalId));
    await kill(first);
    expect(await request).toBe('connection lost');
    return { externalId };
  }

  async function kill(replica: Replica): Promise<void> {
    killed.add(replica);
    replica.process.kill('SIGKILL');
    await replica.process.exited;
  }

  async function orderIdOf(externalId: string): Promise<string> {
    const { orders } = await api(second).request<{ orders: { edges: { node: { id: string } }[] } }>(
      'query ($filter: OrderFilter) { orders(filter: $filter) { edges { node { id } } } }',
      { filter: { externalId } },
    );
    return orders.edges[0]!.node.id;
  }

  function api(replica: Replica): GraphqlClient {
    return new GraphqlClient({ url: replica.url, apiKey: stack.operatorKey });
  }

  function webhookUrl(replica: Replica): string {
    return `${replica.url}/webhooks/orders/${stack.secrets.ORDER_WEBHOOK_PATH_SECRET}`;
  }
});
