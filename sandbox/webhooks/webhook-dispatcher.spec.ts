import { closeTestSandboxes, startTestSandbox } from '../testing/test-sandbox.fixture.js';
import { startWebhookReceiver } from '../testing/webhook-receiver.js';

describe('order webhooks', () => {
  afterEach(closeTestSandboxes);

  it.each(['pay', 'decline', 'cancel', 'expire'] as const)(
    'contain the order after %s and are unsigned',
    async (action) => {
      const { client, receiver } = await startTestSandbox();
      const { id } = await client.createOrder();
      await client.move(id, action);
      await client.idle();

      const [webhook] = receiver.arrived;
      expect(receiver.arrived).toHaveLength(1);
      expect(JSON.parse(webhook!.body)).toEqual(await client.readOrder(id));
      expect(webhook!.headers['content-type']).toBe('application/json');
      expect(webhook!.headers).not.toHaveProperty('x-signature');
    },
  );

  it('order webhooks are not sent while the order is open', async () => {
    const { client, receiver } = await startTestSandbox();
    const { id } = await client.createOrder();
    await client.move(id, 'pending');
    await client.idle();
    expect(receiver.arrived).toEqual([]);
  });

  it('order webhooks are retried with the same bytes until the merchant answers 2xx', async () => {
    const { client, receiver } = await startTestSandbox({ receiverAnswers: [500, 302, 204] });
    await client.move((await client.createOrder()).id, 'pay');
    await client.idle();

    const { webhooks } = await client.book();
    expect(new Set(receiver.arrived.map(({ body }) => body)).size).toBe(1);
    expect(webhooks[0]).toMatchObject({ outcome: 'delivered', fault: null, body: receiver.arrived[0]!.body });
    expect(webhooks[0]!.attempts.map(({ status, bodySha256 }) => ({ status, bodySha256 }))).toEqual(
      [500, 302, 204].map((status) => ({ status, bodySha256: receiver.arrived[0]!.bodySha256 })),
    );
  });

  it('order webhooks are given up after the last retry', async () => {
    const { client } = await startTestSandbox({ receiverAnswers: [503, 503, 503] });
    await client.move((await client.createOrder()).id, 'pay');
    await client.idle();
    expect((await client.book()).webhooks[0]).toMatchObject({ outcome: 'givenUp', attempts: { length: 3 } });
  });

  it('order webhooks are booked without their address, which may contain a secret, if the connection is refused', async () => {
    const nobody = await startWebhookReceiver();
    await nobody.close();
    const { client } = await startTestSandbox({ orderWebhookUrl: nobody.url, webhookRetryDelaysMs: [] });
    await client.move((await client.createOrder()).id, 'pay');
    await client.idle();
    const { webhooks } = await client.book();
    expect(webhooks[0]!.attempts).toMatchObject([{ status: null, error: 'ECONNREFUSED' }]);
    expect(JSON.stringify(webhooks)).not.toContain('a-secret');
  });

  it('order webhooks are not queued if no address is set', async () => {
    const { client } = await startTestSandbox({ orderWebhookUrl: null });
    await client.move((await client.createOrder()).id, 'pay');
    expect((await client.book()).webhooks).toEqual([]);
  });
});
