import {
  closeTestSandboxes,
  firstToken,
  secondToken,
  startTestSandbox,
  type TestSandbox,
} from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);

describe('order API', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  it('creates an order with exactly the fields of the interface', async () => {
    const response = await sandbox.client.postOrder({
      amount: '129.90',
      currency: 'USD',
      externalId: 'shop-7',
      purpose: 'A <ferry> ticket',
      successUrl: 'https://shop.test/ok',
      failUrl: 'https://shop.test/failed',
    });
    const order: unknown = await response.json();

    const paymentLink: unknown = expect.stringMatching(new RegExp(`^${sandbox.url}/pay/[0-9a-f-]{36}$`));
    expect(response.status).toBe(201);
    expect(order).toEqual({
      id: anyText,
      status: 'CREATED',
      purpose: 'A <ferry> ticket',
      amount: '129.90',
      commission: '3.25',
      received: '126.65',
      currency: 'USD',
      shopId: anyText,
      terminalId: anyText,
      merchantId: anyText,
      externalId: 'shop-7',
      paymentLink,
      successUrl: 'https://shop.test/ok',
      payedAt: null,
      updatedAt: anyText,
      createdAt: anyText,
    });
  });

  it('requires only an amount and defaults the currency to EUR', async () => {
    const { externalId, purpose, currency, successUrl } = await sandbox.client.createOrder({
      externalId: undefined,
      purpose: undefined,
    });
    expect({ externalId, purpose, currency, successUrl }).toEqual({
      externalId: '',
      purpose: '',
      currency: 'EUR',
      successUrl: null,
    });
  });

  it('ignores fields it does not know', async () => {
    expect((await sandbox.client.postOrder({ idempotencyKey: 'k' })).status).toBe(201);
  });

  it('creates a second order for the same externalId', async () => {
    const first = await sandbox.client.createOrder({ externalId: 'same' });
    const second = await sandbox.client.createOrder({ externalId: 'same' });
    expect(second.id).not.toBe(first.id);
  });

  it.each([
    { field: 'amount', value: undefined },
    { field: 'amount', value: 10 },
    { field: 'amount', value: '0.00' },
    { field: 'amount', value: '-1' },
    { field: 'amount', value: '1,50' },
    { field: 'amount', value: '1.23456' },
    { field: 'amount', value: '1e3' },
    { field: 'amount', value: ' 1' },
    { field: 'amount', value: '1234567890123' },
    { field: 'currency', value: 'eur' },
    { field: 'currency', value: 'EURO' },
    { field: 'successUrl', value: 'javascript:alert(1)' },
    { field: 'successUrl', value: '/thanks' },
    { field: 'failUrl', value: 'ftp://shop.test' },
    { field: 'externalId', value: 7 },
    { field: 'purpose', value: null },
    { field: 'extraParams', value: 7 },
    { field: 'customer', value: 'Ada' },
    { field: 'card', value: '4111111111111111' },
  ])('refuses $value for $field and names the field', async ({ field, value }) => {
    const response = await sandbox.client.postOrder({ [field]: value });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: anyText, field });
    expect((await sandbox.client.book()).orders).toEqual([]);
  });

  it.each([
    { what: 'is not JSON', type: 'application/json', body: '{"amount":', status: 400 },
    { what: 'is not announced as JSON', type: 'text/plain', body: '{"amount":"1"}', status: 400 },
    { what: 'is no object', type: 'application/json', body: '"amount"', status: 422 },
    { what: 'is larger than 100 kB', type: 'application/json', body: `"${'x'.repeat(110_000)}"`, status: 413 },
  ])('answers $status in JSON if the body $what', async ({ type, body, status }) => {
    const headers = { 'content-type': type, 'x-api-token': firstToken };
    const response = await fetch(`${sandbox.url}/v1/orders`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: anyText, field: null });
  });

  it('refuses a wrong token before it reads the body', async () => {
    const response = await sandbox.client.postOrder({ amount: 1 }, { token: 'guessed' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: anyText, field: null });
  });

  it('refuses a request without a token', async () => {
    expect((await fetch(`${sandbox.url}/v1/orders/any`)).status).toBe(401);
  });

  it('reads an order back as it was created', async () => {
    const order = await sandbox.client.createOrder();
    expect(await sandbox.client.readOrder(order.id)).toEqual(order);
  });

  it('hides an order from other merchants', async () => {
    const order = await sandbox.client.createOrder();
    expect((await sandbox.client.getOrder(order.id, { token: secondToken })).status).toBe(404);
  });

  it('answers 404 for an order that does not exist', async () => {
    const response = await sandbox.client.getOrder('no-such-order');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: anyText, field: null });
  });

  it('gives each merchant its own ids', async () => {
    const mine = await sandbox.client.createOrder();
    const response = await sandbox.client.postOrder({}, { token: secondToken });
    expect(await response.json()).not.toMatchObject({ merchantId: mine.merchantId });
  });
});

describe('unpaid order', () => {
  afterEach(closeTestSandboxes);

  it('expires an unpaid order and sends a webhook', async () => {
    const sandbox = await startTestSandbox({ orderLifetimeMs: 1 });
    const { id } = await sandbox.client.createOrder();
    const { orders } = await sandbox.client.bookWith(({ webhooks }) => webhooks[0]?.outcome === 'delivered');
    expect(orders[0]?.moves).toMatchObject([{ from: 'CREATED', to: 'EXPIRED', cause: 'expiry' }]);
    expect(JSON.parse(sandbox.receiver.arrived[0]!.body)).toMatchObject({ id, status: 'EXPIRED', payedAt: null });
  });

  it('does not expire an order early if its lifetime exceeds the longest timer', async () => {
    const sandbox = await startTestSandbox({ orderLifetimeMs: 2 ** 31 });
    const { id } = await sandbox.client.createOrder();
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'CREATED' });
  });
});
