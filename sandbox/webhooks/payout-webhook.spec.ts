import { createHmac } from 'node:crypto';
import { bangladeshRequest } from '../testing/payout-request.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

const secret = 'the-merchants-secret';

const signed = (body: string, key = secret): string => createHmac('sha256', key).update(body).digest('hex');

describe('payout webhooks', () => {
  let sandbox: TestSandbox;
  let callbackUrl: string;

  beforeEach(async () => {
    sandbox = await startTestSandbox({ payoutWebhookSecret: secret });
    callbackUrl = `${new URL(sandbox.receiver.url).origin}/webhooks/payouts/token-1`;
  });

  afterEach(closeTestSandboxes);

  const arrivedStatuses = (): unknown[] =>
    sandbox.receiver.arrived.map(({ body }) => (JSON.parse(body) as { status: unknown }).status);

  it.each([
    { step: 'process', status: 'PROCESSING' },
    { step: 'complete', status: 'COMPLETED' },
    { step: 'fail', status: 'FAILED' },
    { step: 'cancel', status: 'CANCELED' },
    { step: 'expire', status: 'EXPIRED' },
  ] as const)('contain the payout at $status, signed, and go to its callbackUrl', async ({ step, status }) => {
    const { id } = await sandbox.client.createPayout({ callbackUrl });
    await sandbox.client.step(id, step);
    await sandbox.client.idle();

    const [webhook] = sandbox.receiver.arrived;
    expect(sandbox.receiver.arrived).toHaveLength(1);
    expect(webhook).toMatchObject({ path: '/webhooks/payouts/token-1' });
    expect(JSON.parse(webhook!.body)).toEqual(await sandbox.client.readPayout(id));
    expect(JSON.parse(webhook!.body)).toMatchObject({ id, status });
    expect(webhook!.headers['x-signature']).toBe(signed(webhook!.body));
  });

  it('payout webhooks are sent for every move except the creation', async () => {
    const { id } = await sandbox.client.createPayout({ callbackUrl });
    await sandbox.client.idle();
    expect(arrivedStatuses()).toEqual([]);
    await sandbox.client.step(id, 'process');
    await sandbox.client.idle();
    await sandbox.client.step(id, 'complete');
    await sandbox.client.idle();
    expect(arrivedStatuses()).toEqual(['PROCESSING', 'COMPLETED']);
  });

  it('payout webhooks are sent for a correction only if the manager requests it', async () => {
    const { id } = await sandbox.client.createPayout({ callbackUrl });
    await sandbox.client.step(id, 'complete');
    await sandbox.client.step(id, 'fail');
    await sandbox.client.idle();
    expect(arrivedStatuses()).toEqual(['COMPLETED']);
    expect((await sandbox.client.send('POST', `/control/payouts/${id}/webhook`)).status).toBe(202);
    await sandbox.client.idle();
    expect(arrivedStatuses()).toEqual(['COMPLETED', 'FAILED']);
  });

  it('payout webhooks are not sent for Bangladesh', async () => {
    const { id } = await sandbox.client.createPayout(bangladeshRequest({ callbackUrl }));
    await sandbox.client.step(id, 'process');
    await sandbox.client.step(id, 'complete');
    expect((await sandbox.client.book()).webhooks).toEqual([]);
    expect((await sandbox.client.send('POST', `/control/payouts/${id}/webhook`)).status).toBe(409);
  });

  it('go to the address in the settings if the payout has none', async () => {
    const payoutWebhookUrl = `${new URL(sandbox.receiver.url).origin}/payouts/a-secret`;
    await sandbox.client.send('PUT', '/control/settings', { payoutWebhookUrl });
    await sandbox.client.step((await sandbox.client.createPayout()).id, 'complete');
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toMatchObject([{ path: '/payouts/a-secret' }]);
    expect(await sandbox.client.acknowledgements()).toMatchObject([{ url: null, token: null }]);
  });

  it('payout webhooks are not queued if neither the payout nor the settings have an address', async () => {
    const { id } = await sandbox.client.createPayout();
    await sandbox.client.step(id, 'complete');
    expect((await sandbox.client.book()).webhooks).toEqual([]);
    expect((await sandbox.client.send('POST', `/control/payouts/${id}/webhook`)).status).toBe(409);
  });

  it('payout webhooks are signed with the secret that is set at the time of each call', async () => {
    const { id } = await sandbox.client.createPayout({ callbackUrl });
    await sandbox.client.send('PUT', '/control/settings', { payoutWebhookSecret: 'rotated' });
    await sandbox.client.step(id, 'complete');
    await sandbox.client.idle();
    const [webhook] = sandbox.receiver.arrived;
    expect(webhook!.headers['x-signature']).toBe(signed(webhook!.body, 'rotated'));
  });

  it('payout webhooks are unsigned if no secret is set', async () => {
    await sandbox.client.send('PUT', '/control/settings', { payoutWebhookSecret: null });
    await sandbox.client.step((await sandbox.client.createPayout({ callbackUrl })).id, 'complete');
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived[0]!.headers).not.toHaveProperty('x-signature');
  });

  it('payout webhooks are retried until the merchant answers 2xx, and are booked as acknowledged only then', async () => {
    const { client, receiver } = await startTestSandbox({ receiverAnswers: [500, 302, 202] });
    const url = `${receiver.url}/token-2`;
    const { id } = await client.createPayout({ callbackUrl: url });
    await client.step(id, 'complete');
    await client.idle();
    const { bodySha256 } = receiver.arrived[0]!;
    const { webhooks } = await client.book();
    expect(webhooks).toMatchObject([{ payoutId: id, callbackUrl: url, outcome: 'delivered', attempts: { length: 3 } }]);
    const acknowledgement = { webhookId: webhooks[0]!.id, orderId: null, payoutId: id, url, token: 'token-2' };
    const { at } = webhooks[0]!.attempts[2]!;
    expect(await client.acknowledgements()).toEqual([{ ...acknowledgement, bodySha256, at, status: 202 }]);
  });
});
