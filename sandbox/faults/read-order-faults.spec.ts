import type { WireOrder } from '../orders/order.schema.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';
import { malformedOrderVariants } from './fault-fields.schema.js';

describe('faults of GET /v1/orders/{orderId}', () => {
  let sandbox: TestSandbox;
  let order: WireOrder;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
    order = await sandbox.client.createOrder();
  });

  afterEach(closeTestSandboxes);

  const setFault = (rule: Readonly<Record<string, unknown>>) => sandbox.client.setFault({ on: 'readOrder', ...rule });

  it('drop drops the connection', async () => {
    await setFault({ fault: 'drop' });
    await expect(sandbox.client.getOrder(order.id)).rejects.toThrow('fetch failed');
    expect((await sandbox.client.book()).requests.at(-1)).toMatchObject({ fault: 'drop', status: null });
  });

  it.each([{ rule: { fault: 'hang' } }, { rule: { fault: 'answerSlowly', delayMs: 600_000 } }])(
    '$rule.fault keeps the client waiting until it gives up',
    async ({ rule }) => {
      await setFault(rule);
      const giveUp = new AbortController();
      const answer = sandbox.client.getOrder(order.id, { signal: giveUp.signal });
      await sandbox.client.bookWith(({ requests }) => requests.length === 2);
      giveUp.abort();
      await expect(answer).rejects.toThrow('aborted');
    },
  );

  it('answerSlowly answers with the order after the delay', async () => {
    await setFault({ fault: 'answerSlowly', delayMs: 1 });
    expect(await sandbox.client.readOrder(order.id)).toEqual(order);
  });

  it.each([500, 502, 503, 504])('serverError answers %d in HTML', async (status) => {
    await setFault({ fault: 'serverError', status });
    const response = await sandbox.client.getOrder(order.id);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it.each(malformedOrderVariants)(
    'malformedAnswer %s answers 200 with a body other than the order',
    async (variant) => {
      await setFault({ fault: 'malformedAnswer', variant });
      const response = await sandbox.client.getOrder(order.id);
      const isPlain = response.headers.get('content-type')?.startsWith('application/json');
      expect(response.status).toBe(200);
      expect({ isPlain, body: await response.text() }).not.toEqual({ isPlain: true, body: JSON.stringify(order) });
    },
  );

  it.each([301, 302, 307, 308])('redirect answers %d with a location', async (status) => {
    await setFault({ fault: 'redirect', status, location: 'http://elsewhere.test/' });
    const response = await sandbox.client.getOrder(order.id);
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBe('http://elsewhere.test/');
  });

  it('tooManyRequests answers 429 with a Retry-After', async () => {
    await setFault({ fault: 'tooManyRequests' });
    const response = await sandbox.client.getOrder(order.id);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
  });

  it('notFound answers 404 in JSON, as often as requested', async () => {
    await setFault({ fault: 'notFound' });
    const response = await sandbox.client.getOrder(order.id);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await sandbox.client.readOrder(order.id)).toEqual(order);
  });

  it('unknownStatus answers with an undocumented status and leaves the order unchanged', async () => {
    await setFault({ fault: 'unknownStatus', word: 'SETTLED_MAYBE' });
    expect(await (await sandbox.client.getOrder(order.id)).json()).toEqual({ ...order, status: 'SETTLED_MAYBE' });
    expect(await sandbox.client.readOrder(order.id)).toEqual(order);
  });

  it('statusOnly answers with the status alone', async () => {
    await setFault({ fault: 'statusOnly' });
    expect(await (await sandbox.client.getOrder(order.id)).json()).toEqual({ status: 'CREATED' });
  });
});
