import {
  closeTestSandboxes,
  secondToken,
  startTestSandbox,
  type TestSandbox,
} from '../testing/test-sandbox.fixture.js';

describe('control API', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  it.each([
    { action: 'pending', status: 'PENDING' },
    { action: 'pay', status: 'PAID' },
    { action: 'decline', status: 'DECLINED' },
    { action: 'cancel', status: 'CANCELED' },
    { action: 'expire', status: 'EXPIRED' },
  ] as const)('makes an order $status by $action', async ({ action, status }) => {
    const { id } = await sandbox.client.createOrder();
    const moved = await sandbox.client.move(id, action);
    expect(moved).toMatchObject({ id, status, moves: [{ from: 'CREATED', to: status, cause: 'control' }] });
    expect(moved.payedAt).toEqual(status === 'PAID' ? moved.updatedAt : null);
  });

  it('refuses to move an order in a final status', async () => {
    const { id } = await sandbox.client.createOrder();
    await sandbox.client.move(id, 'pay');
    const response = await sandbox.client.send('POST', `/control/orders/${id}/decline`);
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ message: 'An order that is PAID cannot become DECLINED.', field: null });
  });

  it.each(['/control/orders/none', '/control/orders/none/pay'])(
    'answers 404 for an unknown order: %s',
    async (path) => {
      const method = path.endsWith('pay') ? 'POST' : 'GET';
      expect((await sandbox.client.send(method, path)).status).toBe(404);
    },
  );

  it("shows an order with the provider's internal facts", async () => {
    const order = await sandbox.client.createOrder({ failUrl: 'https://shop.test/failed' });
    const response = await sandbox.client.send('GET', `/control/orders/${order.id}`);
    expect(await response.json()).toEqual({
      ...order,
      failUrl: 'https://shop.test/failed',
      expiresAt: new Date(Date.parse(order.createdAt) + 3_600_000).toISOString(),
      method: 'page',
      extraParams: null,
      customer: null,
      declineReason: null,
      moves: [],
      outcome: null,
      cards: [],
      codes: [],
      h2h: null,
    });
  });

  it('books requests from merchants and payers, with the merchant of the token, but no control requests', async () => {
    const { id, merchantId } = await sandbox.client.createOrder();
    await sandbox.client.getOrder(id, { token: secondToken });
    await sandbox.client.getOrder(id, { token: 'guessed' });
    await sandbox.client.send('GET', `/pay/${id}?from=mail`);
    await sandbox.client.send('GET', '/v2/orders');

    const read = 'GET /v1/orders/{orderId}';
    const anotherMerchant: unknown = expect.not.stringMatching(merchantId);
    expect((await sandbox.client.book()).requests).toMatchObject([
      { endpoint: 'POST /v1/orders', path: '/v1/orders', status: 201, merchantId, fault: null },
      { endpoint: read, path: `/v1/orders/${id}`, status: 404, merchantId: anotherMerchant },
      { endpoint: read, path: `/v1/orders/${id}`, status: 401, merchantId: null },
      { endpoint: 'GET /pay/{orderId}', path: `/pay/${id}`, status: 200, merchantId: null },
      { endpoint: 'unmatched', path: '/v2/orders', status: 404, merchantId: null },
    ]);
    expect(await sandbox.client.counters()).toEqual({
      'POST /v1/orders': 1,
      [read]: 2,
      'GET /pay/{orderId}': 1,
      unmatched: 1,
    });
  });

  it('sends webhooks to a changed address, and none once the address is null', async () => {
    const other = await startTestSandbox();
    await sandbox.client.send('PUT', '/control/settings', { orderWebhookUrl: other.receiver.url });
    await sandbox.client.move((await sandbox.client.createOrder()).id, 'pay');
    await sandbox.client.idle();
    await sandbox.client.send('PUT', '/control/settings', { orderWebhookUrl: null });
    await sandbox.client.move((await sandbox.client.createOrder()).id, 'pay');
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toEqual([]);
    expect(other.receiver.arrived).toHaveLength(1);
  });

  it('changes only the given settings and shows all but the secret', async () => {
    const change = {
      h2hStageDelayMs: 7,
      payoutWebhookUrl: 'https://shop.test/payouts',
      payoutWebhookSecret: 'new',
      payoutProcessingDelayMs: null,
    };
    const response = await sandbox.client.send('PUT', '/control/settings', change);
    expect(await response.json()).toEqual({
      orderWebhookUrl: sandbox.receiver.url,
      payoutWebhookUrl: 'https://shop.test/payouts',
      payoutProcessingDelayMs: null,
      payoutCompletionDelayMs: null,
      h2hStageDelayMs: 7,
      orderOutcomeDelayMs: 0,
    });
  });

  it.each([
    { orderWebhookUrl: 'nowhere' },
    { orderWebhookUrl: 'file:///etc/passwd' },
    { payoutWebhookUrl: 'nowhere' },
    { payoutWebhookSecret: '' },
    { payoutProcessingDelayMs: -1 },
    { payoutCompletionDelayMs: 0.5 },
    { h2hStageDelayMs: 86_400_001 },
    { orderOutcomeDelayMs: '1' },
    { webhookUrl: 'https://shop.test/' },
  ])('refuses the settings %j', async (settings) => {
    const response = await sandbox.client.send('PUT', '/control/settings', settings);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ field: Object.keys(settings)[0] });
  });

  it('sends forged webhooks unchanged', async () => {
    const response = await sandbox.client.send('POST', '/control/webhooks', { body: '{"id":"forged"}', count: 3 });
    expect(response.status).toBe(202);
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived.map(({ body }) => body)).toEqual(Array(3).fill('{"id":"forged"}'));
    expect((await sandbox.client.book()).webhooks).toMatchObject(
      Array(3).fill({ orderId: null, fault: null, outcome: 'delivered' }),
    );
  });

  it('refuses forged webhooks without an address', async () => {
    await sandbox.client.send('PUT', '/control/settings', { orderWebhookUrl: null });
    expect((await sandbox.client.send('POST', '/control/webhooks', { body: 'x' })).status).toBe(409);
  });

  it.each([{ count: 1 }, { body: 'x', count: 0 }, { body: 'x', count: 1001 }])(
    'refuses the forged webhooks %j',
    async (forged) => {
      expect((await sandbox.client.send('POST', '/control/webhooks', forged)).status).toBe(422);
    },
  );

  it('deletes queued webhooks on a reset and keeps the settings', async () => {
    await sandbox.client.setFault({ on: 'orderWebhook', fault: 'delay', delayMs: 3_600_000 });
    await sandbox.client.move((await sandbox.client.createOrder()).id, 'pay');
    await sandbox.client.send('POST', '/control/reset');
    await sandbox.client.idle();
    await sandbox.client.move((await sandbox.client.createOrder()).id, 'pay');
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toHaveLength(1);
  });
});
