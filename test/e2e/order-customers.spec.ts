import { randomUUID } from 'node:crypto';
import { auditEntries } from '../support/audit-log.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { enableEveryMethod, retryOrder } from '../support/h2h.js';
import { createdOrder, createOrder } from '../support/orders.js';
import { storedText } from '../support/stored-text.js';

const ORDERS = `query ($filter: OrderFilter) { orders(first: 100, filter: $filter) { totalCount nodes {
  id maskedCustomer { email phone customerId } } } }`;

interface Listed {
  readonly id: string;
  readonly maskedCustomer: Readonly<Record<'email' | 'phone' | 'customerId', string | null>> | null;
}

const ANA = { email: 'Ana.Souza@Example.com', phone: '+5511961234567' };

describe('customers of orders', () => {
  let desk: Desk;
  let reader: GraphqlClient;
  let ana: string;

  beforeAll(async () => {
    desk = await openDesk({ PURSER_ROLES: 'api' });
    const order = await createdOrder(desk.purser.api, { customer: ANA, customerId: 'Cust-777' });
    ana = order.id;
    await createdOrder(desk.purser.api, {
      customer: { email: 'bo@example.com', phone: '+5511961234568' },
      customerId: 'Cust-778',
    });
    await createdOrder(desk.purser.api);
  });

  // Each reader has thirty searches a minute.
  beforeEach(async () => {
    reader = await desk.keyWith(['orders:read']);
  });

  afterAll(() => desk.close());

  const list = async (filter: object | null, api = reader): Promise<readonly Listed[]> => {
    const { orders } = await api.request<{ orders: { totalCount: number; nodes: readonly Listed[] } }>(ORDERS, {
      filter,
    });
    expect(orders.totalCount).toBe(orders.nodes.length);
    return orders.nodes;
  };

  const found = async (customer: string): Promise<readonly string[]> => (await list({ customer })).map(({ id }) => id);

  const codeOf = async (api: GraphqlClient, customer: string): Promise<string> => {
    const { errors } = await api.send(ORDERS, { filter: { customer } });
    return errors.map(({ extensions }) => extensions.code).join();
  };

  it('an order shows its customer masked', async () => {
    const orders = await list(null);
    expect(orders.map(({ maskedCustomer }) => maskedCustomer)).toEqual([
      null,
      { email: 'b***@e***', phone: '***4568', customerId: '***-778' },
      { email: 'a***@e***', phone: '***4567', customerId: '***-777' },
    ]);
  });

  it.each([
    'ana.souza@example.com',
    ' ANA.SOUZA@example.com ',
    '+5511961234567',
    '5511961234567',
    '+55 (11) 96123-4567',
    'Cust-777',
  ])('an order is found by the whole %s', async (customer) => {
    expect(await found(customer)).toEqual([ana]);
  });

  it.each(['ana.souza@example', 'ana.souza', 'example.com', '+551196123456', '961234567', 'cust-777', 'Cust', '%', ''])(
    'an order is not found by %j',
    async (customer) => {
      expect(await found(customer)).toEqual([]);
    },
  );

  it('a retry is found by the customer of the order that it retries', async () => {
    await enableEveryMethod(desk.purser);
    const externalId = randomUUID();
    const fault = { on: 'createOrder', fault: 'refuse', status: 422, times: 1, match: { externalId } };
    await desk.sandbox.setFault(fault);
    const customer = { email: 'eva@example.com' };
    const { order, userErrors } = await createOrder(desk.purser.api, {
      method: 'CARD_H2H',
      externalId,
      customer,
      customerId: 'c-9',
    });
    expect(userErrors).toMatchObject([{ code: 'PROVIDER_REFUSED' }]);
    const retried = await retryOrder(desk.purser.api, order!.id);
    expect(retried.userErrors).toEqual([]);
    expect(await found('c-9')).toEqual([retried.order!.id, order!.id]);
    expect(await list({ customer: 'eva@example.com' })).toMatchObject([
      { maskedCustomer: { email: 'e***@e***', phone: null, customerId: '***9' } },
      {},
    ]);
  });

  it('a search narrows the other filters', async () => {
    expect(await list({ customer: 'Cust-777', currency: 'USD' })).toEqual([]);
    expect(await list({ customer: 'Cust-777', currency: 'EUR' })).toHaveLength(1);
  });

  it('searches by customer thirty times a minute, always recorded, whether or not anyone is found', async () => {
    const before = await auditEntries(desk.purser.admin, { action: 'customer.searched' });
    const guesses = Array.from({ length: 34 }, (_, at) => (at % 2 === 0 ? ANA.email : `guess-${at}@example.com`));
    const results = await Promise.all(guesses.map((guess) => codeOf(reader, guess)));
    expect(results.filter((code) => code === '')).toHaveLength(30);
    expect(new Set(results)).toEqual(new Set(['', 'RATE_LIMITED']));
    const after = await auditEntries(desk.purser.admin, { action: 'customer.searched' });
    expect(after.length - before.length).toBe(30);
  });

  it('counts of a filter are searched by customer, too', async () => {
    const facets = await reader.request(
      'query ($filter: OrderFilter) { orderFacets(filter: $filter) { methods { key count } } }',
      { filter: { customer: 'Cust-777' } },
    );
    expect(facets).toEqual({ orderFacets: { methods: [{ key: 'HOSTED_PAGE', count: 1 }] } });
  });

  it('one operation searches by customer once', async () => {
    const { errors } = await reader.send(
      'query ($a: String, $b: String) { a: orders(filter: { customer: $a }) { totalCount } b: orders(filter: { customer: $b }) { totalCount } }',
      { a: 'one@example.com', b: ANA.email },
    );
    expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([
      ['BAD_USER_INPUT', ['filter', 'customer']],
    ]);
  });

  it('refuses a customer id with a card number, or that is no text', async () => {
    for (const [customerId, code] of [
      ['4111 1111 1111 1111', 'CARD_NUMBER_IN_TEXT'],
      [' 7', 'CUSTOMER_ID_INVALID'],
      ['x'.repeat(129), 'CUSTOMER_ID_INVALID'],
    ]) {
      expect((await createOrder(desk.purser.api, { customerId })).userErrors).toMatchObject([{ code }]);
    }
  });

  it('a repeated request with another customer id is refused', async () => {
    const request = { idempotencyKey: randomUUID(), externalId: randomUUID(), customerId: 'Cust-1' };
    await createdOrder(desk.purser.api, request);
    const { userErrors } = await createOrder(desk.purser.api, { ...request, customerId: 'Cust-2' });
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
  });

  it('no table and no log line has what a customer or a search says', async () => {
    await codeOf(reader, 'someone.sought@example.com');
    for (const table of ['orders', 'audit_entries', 'status_changes', 'recipient_counts']) {
      expect(await storedText(desk.database, table)).not.toMatch(/ana\.souza|someone\.sought|5511961234567|cust-77/i);
    }
    expect(desk.purser.logLines.join('\n')).not.toMatch(/ana\.souza|someone\.sought|5511961234567|cust-77/i);
  });
});
