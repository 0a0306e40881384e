import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import { countOrders, createdOrder, createOrder } from '../support/orders.js';
import { startPurser } from '../support/purser.js';
import { newAccount } from '../support/ledger.js';

describe('the idempotency key of an order', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ ORDER_REDIRECT_HOSTS: 'shop.example' });
  });

  afterAll(async () => {
    await desk.close();
  });

  const countCreations = async (): Promise<number> => (await desk.sandbox.countRequests())['POST /v1/orders'] ?? 0;

  /** Returns a request with a new idempotency key. Sending it again repeats the same request. */
  const request = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
    idempotencyKey: randomUUID(),
    externalId: randomUUID(),
    ...overrides,
  });

  it('fifty concurrent requests with one key create one order with one call, and all return that order', async () => {
    const before = await countCreations();
    const input = request();
    const answers = await Promise.all(Array.from({ length: 50 }, () => createOrder(desk.purser.api, input)));

    const ids = new Set(answers.map(({ order }) => order?.id));
    expect(ids.size).toBe(1);
    expect([...ids][0]).toEqual(expect.any(String));
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(await countCreations()).toBe(before + 1);
    expect(await countOrders(desk.purser.api, { externalId: input['externalId'] })).toBe(1);
  });

  it.each([
    { changed: { amount: '10.51' }, differs: 'amount' },
    { changed: { currency: 'USD' }, differs: 'currency' },
    { changed: { currency: null }, differs: 'currency' },
    { changed: { purpose: 'Three tickets' }, differs: 'purpose' },
    { changed: { purpose: null }, differs: 'purpose' },
    { changed: { purpose: ' ', customer: { email: 'ada' } }, differs: 'customer.email, purpose' },
    { changed: { externalId: 'another-external-id' }, differs: 'externalId' },
    { changed: { successUrl: 'https://shop.example/paid' }, differs: 'successUrl' },
    { changed: { failUrl: 'https://shop.example/failed' }, differs: 'failUrl' },
    { changed: { failUrl: 'https://shop.example/', amount: '1', purpose: 'x' }, differs: 'amount, failUrl, purpose' },
  ])('refuses a used key for a request that differs in $differs', async ({ changed, differs }) => {
    const input = request();
    const known = await createdOrder(desk.purser.api, input);
    const before = await countCreations();

    const { order, userErrors } = await createOrder(desk.purser.api, { ...input, ...changed });

    expect(order?.id).toBe(known.id);
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['input', 'idempotencyKey'] }]);
    expect(userErrors[0]!.message).toContain(`it differs in ${differs}.`);
    expect(await countCreations()).toBe(before);
  });

  it('an amount with another number of decimals counts as the same request', async () => {
    const input = request();
    const first = await createdOrder(desk.purser.api, { ...input, amount: '10.50' });
    const again = await createdOrder(desk.purser.api, { ...input, amount: '10.5' });
    expect(again).toMatchObject({ id: first.id, amount: '10.50' });
  });

  it('keys are compared exactly, including the case of letters', async () => {
    const key = randomUUID();
    const [lower, upper] = [`${key}-a`, `${key}-A`];
    const first = await createdOrder(desk.purser.api, { idempotencyKey: lower });
    const second = await createdOrder(desk.purser.api, { idempotencyKey: upper });
    expect(second.id).not.toBe(first.id);
  });

  it('a request with a new key does not get an external id that is taken', async () => {
    const input = request();
    const known = await createdOrder(desk.purser.api, input);
    const before = await countCreations();
    for (const idempotencyKey of [randomUUID(), null]) {
      const { order, userErrors } = await createOrder(desk.purser.api, { ...input, idempotencyKey });
      expect(order?.id).toBe(known.id);
      expect(userErrors).toMatchObject([{ code: 'EXTERNAL_ID_TAKEN', field: ['input', 'externalId'] }]);
    }
    expect(await countCreations()).toBe(before);
  });

  it('the same key in two accounts makes two orders, and the default account may be left out', async () => {
    const input = request();
    const other = await createdOrder(desk.purser.api, { ...input, accountId: await newAccount(desk) });
    const first = await createdOrder(desk.purser.api, input);
    expect(first.id).not.toBe(other.id);
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string; name: string }[] }>(
      '{ accounts { id name } }',
    );
    const account = accounts.find(({ name }) => name === 'default');
    const named = await createdOrder(desk.purser.api, { ...input, accountId: account!.id });
    expect(named.id).toBe(first.id);
  });

  it('a repeated request returns its order after a restart', async () => {
    const input = request();
    const order = await createdOrder(desk.purser.api, input);
    const before = await countCreations();
    const restarted = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
    });
    const again = await createdOrder(restarted.api, input);
    await restarted.close();

    expect(again.id).toBe(order.id);
    expect(await countCreations()).toBe(before);
  });

  it.each([
    { fault: 'dropAfterAccepting', status: 'ABANDONED' },
    { fault: 'dropBeforeAccepting', status: 'ABANDONED' },
    { fault: 'refuse', httpStatus: 422, status: 'DECLINED' },
  ])(
    'a repeated request returns the $status order of a first request with $fault, and sends nothing',
    async ({ status, ...rule }) => {
      const input = request();
      const { fault, httpStatus } = { httpStatus: undefined, ...rule };
      await desk.sandbox.setFault({
        on: 'createOrder',
        fault,
        ...(httpStatus !== undefined && { status: httpStatus }),
        match: { externalId: input['externalId'] },
      });
      const first = await createOrder(desk.purser.api, input);
      expect(first.order).toMatchObject({ status });
      const before = await countCreations();

      const again = await createOrder(desk.purser.api, input);

      expect(again.order).toMatchObject({ id: first.order!.id, status });
      expect(await countCreations()).toBe(before);
    },
  );
});
