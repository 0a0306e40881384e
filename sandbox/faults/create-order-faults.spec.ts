import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';
import { malformedOrderVariants } from './fault-fields.schema.js';

const anyText: unknown = expect.any(String);

describe('faults of POST /v1/orders', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  const setFault = (rule: Readonly<Record<string, unknown>>) => sandbox.client.setFault({ on: 'createOrder', ...rule });

  it.each([
    { fault: 'dropAfterAccepting', created: 1 },
    { fault: 'dropBeforeAccepting', created: 0 },
  ])('$fault drops the connection with $created order created', async ({ fault, created }) => {
    await setFault({ fault });
    await expect(sandbox.client.postOrder()).rejects.toThrow('fetch failed');
    const { orders, requests } = await sandbox.client.book();
    expect(orders).toHaveLength(created);
    expect(requests[0]).toMatchObject({ fault, status: null, answeredAt: null });
  });

  it.each([{ rule: { fault: 'hangAfterAccepting' } }, { rule: { fault: 'answerSlowly', delayMs: 600_000 } }])(
    '$rule.fault accepts the order and keeps the client waiting until it gives up',
    async ({ rule }) => {
      await setFault(rule);
      const giveUp = new AbortController();
      const answer = sandbox.client.postOrder({}, { signal: giveUp.signal });
      await sandbox.client.bookWith(({ orders }) => orders.length === 1);
      giveUp.abort();
      await expect(answer).rejects.toThrow('aborted');
      const { requests } = await sandbox.client.bookWith((book) => book.requests[0]?.fault !== null);
      expect(requests[0]).toMatchObject({ fault: rule.fault, status: null });
    },
  );

  it('answerSlowly answers with the order after the delay', async () => {
    await setFault({ fault: 'answerSlowly', delayMs: 20 });
    const startedAt = performance.now();
    expect(await sandbox.client.createOrder()).toMatchObject({ status: 'CREATED' });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(19);
  });

  it.each(
    [500, 502, 503, 504].flatMap((status) => [
      { fault: 'serverErrorAfterAccepting', status, created: 1 },
      { fault: 'serverErrorBeforeAccepting', status, created: 0 },
    ]),
  )('$fault answers $status in HTML with $created order created', async ({ fault, status, created }) => {
    await setFault({ fault, status });
    const response = await sandbox.client.postOrder();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect((await sandbox.client.book()).orders).toHaveLength(created);
  });

  it.each([
    { rule: { fault: 'refuse' }, status: 422, created: 0 },
    { rule: { fault: 'refuse', status: 402 }, status: 402, created: 0 },
    { rule: { fault: 'tooManyRequests', accepted: false }, status: 429, created: 0 },
    { rule: { fault: 'tooManyRequests', accepted: true }, status: 429, created: 1 },
    { rule: { fault: 'conflict', accepted: false }, status: 409, created: 0 },
    { rule: { fault: 'conflict', accepted: true }, status: 409, created: 1 },
    { rule: { fault: 'requestTimeout', accepted: false }, status: 408, created: 0 },
    { rule: { fault: 'requestTimeout', accepted: true }, status: 408, created: 1 },
  ])('$rule answers $status in JSON with $created order created', async ({ rule, status, created }) => {
    await setFault(rule);
    const response = await sandbox.client.postOrder();
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: anyText, field: null });
    expect((await sandbox.client.book()).orders).toHaveLength(created);
  });

  it.each([301, 302, 307, 308])('redirect answers %d with a location and creates nothing', async (status) => {
    await setFault({ fault: 'redirect', status, location: 'http://elsewhere.test/v1/orders' });
    const response = await sandbox.client.postOrder();
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBe('http://elsewhere.test/v1/orders');
    expect((await sandbox.client.book()).orders).toEqual([]);
  });

  it.each(malformedOrderVariants)('malformedAnswer %s accepts the order and answers 201', async (variant) => {
    await setFault({ fault: 'malformedAnswer', variant });
    const response = await sandbox.client.postOrder();
    expect(response.status).toBe(201);
    await response.text();
    expect((await sandbox.client.book()).orders).toHaveLength(1);
  });

  it('webhookBeforeAnswer delivers the webhook before the answer', async () => {
    await setFault({ fault: 'webhookBeforeAnswer' });
    const order = await sandbox.client.createOrder();
    expect(sandbox.receiver.arrived).toHaveLength(1);
    expect(JSON.parse(sandbox.receiver.arrived[0]!.body)).toMatchObject({ id: order.id, status: 'PAID' });
    expect(order.status).toBe('CREATED');
    expect(await sandbox.client.readOrder(order.id)).toMatchObject({ status: 'PAID' });
  });

  it('webhookBeforeAnswer answers even if no webhook address is set', async () => {
    const { client } = await startTestSandbox({ orderWebhookUrl: null });
    await client.setFault({ on: 'createOrder', fault: 'webhookBeforeAnswer' });
    expect(await client.createOrder()).toMatchObject({ status: 'CREATED' });
  });

  it('keeps a fault if the request is refused anyway', async () => {
    await setFault({ fault: 'dropAfterAccepting' });
    await sandbox.client.postOrder({ amount: 'ten' });
    expect(await sandbox.client.faults()).toMatchObject([{ remaining: 1 }]);
  });
});
