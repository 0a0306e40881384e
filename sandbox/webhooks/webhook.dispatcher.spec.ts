import { startTestSandbox } from '../testing/test-sandbox.fixture.js';

describe('order webhooks', () => {
  it.each(['pay', 'decline', 'cancel', 'expire'] as const)('carry the order after %s, unsigned', async (action) => {
    const { client, receiver, close } = await startTestSandbox();
    const { id } = await client.createOrder();
    await client.move(id, action);
    await client.idle();

    const [webhook] = receiver.arrived;
    expect(receiver.arrived).toHaveLength(1);
    expect(JSON.parse(webhook!.body)).toEqual(await client.readOrder(id));
    expect(webhook!.headers['content-type']).toBe('application/json');
    expect(webhook!.headers).not.toHaveProperty('x-signature');
    await close();
  });

  it('are not sent while the order is open', async () => {
    const { client, receiver, close } = await startTestSandbox();
    const { id } = await client.createOrder();
    await client.move(id, 'pending');
    await client.idle();
    expect(receiver.arrived).toEqual([]);
    await close();
  });

  it('are sent again, byte for byte, until they are answered 2xx', async () => {
    const { client, receiver, close } = await startTestSandbox({ receiverAnswers: [500, 302, 204] });
    await client.move((await client.createOrder()).id, 'pay');
    await client.idle();

    const { webhooks } = await client.book();
    expect(new Set(receiver.arrived.map(({ body }) => body)).size).toBe(1);
    expect(webhooks[0]).toMatchObject({ outcome: 'delivered', fault: null, body: receiver.arrived[0]!.body });
    expect(webhooks[0]!.attempts.map(({ status, bodySha256 }) => ({ status, bodySha256 }))).toEqual(
      [500, 302, 204].map((status) => ({ status, bodySha256: receiver.arrived[0]!.bodySha256 })),
    );
    await close();
  });

  it('are given up after the last retry', async () => {
    const { client, close } = await startTestSandbox({ receiverAnswers: [503, 503, 503] });
    await client.move((await client.createOrder()).id, 'pay');
    await client.idle();
    expect((await client.book()).webhooks[0]).toMatchObject({ outcome: 'givenUp', attempts: { length: 3 } });
    await close();
  });

  it('book a refused connection without the address, which may hold a secret', async () => {
    const { client, receiver, close } = await startTestSandbox({ webhookRetryDelaysMs: [] });
    await receiver.close();
    await client.move((await client.createOrder()).id, 'pay');
    await client.idle();
    const { webhooks } = await client.book();
    expect(webhooks[0]!.attempts).toMatchObject([{ status: null, error: 'ECONNREFUSED' }]);
    expect(JSON.stringify(webhooks)).not.toContain('a-secret');
    await close();
  });

  it('are not queued when no address is set', async () => {
    const { client, close } = await startTestSandbox({ orderWebhookUrl: null });
    await client.move((await client.createOrder()).id, 'pay');
    expect((await client.book()).webhooks).toEqual([]);
    await close();
  });
});
