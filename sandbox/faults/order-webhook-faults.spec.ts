import type { WireOrder } from '../orders/order.schema.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

describe('faults of the order webhook', () => {
  let sandbox: TestSandbox;
  let order: WireOrder;

  beforeEach(async () => {
    sandbox = await startTestSandbox({ receiverAnswers: [500] });
    order = await sandbox.client.createOrder();
  });

  afterEach(closeTestSandboxes);

  async function payUnder(rule: Readonly<Record<string, unknown>>): Promise<void> {
    await sandbox.client.setFault({ on: 'orderWebhook', ...rule });
    await sandbox.client.move(order.id, 'pay');
  }

  it('lose books the webhook and never sends it', async () => {
    await payUnder({ fault: 'lose' });
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toEqual([]);
    expect((await sandbox.client.book()).webhooks).toMatchObject([
      { orderId: order.id, fault: 'lose', outcome: 'lost', attempts: [] },
    ]);
  });

  it('delay holds the webhook back', async () => {
    await payUnder({ fault: 'delay', delayMs: 3_600_000 });
    const [webhook] = (await sandbox.client.book()).webhooks;
    expect(webhook).toMatchObject({ fault: 'delay', outcome: 'pending', attempts: [] });
    expect(Date.parse(webhook!.dueAt!) - Date.parse(webhook!.queuedAt)).toBe(3_600_000);
  });

  it('delay sends the webhook after the delay', async () => {
    await payUnder({ fault: 'delay', delayMs: 1 });
    await sandbox.client.idle();
    expect((await sandbox.client.book()).webhooks[0]).toMatchObject({ fault: 'delay', outcome: 'delivered' });
  });

  it('duplicate delivers the requested number of copies, each with its own retries', async () => {
    await payUnder({ fault: 'duplicate', copies: 50 });
    await sandbox.client.idle();
    const { webhooks } = await sandbox.client.book();
    expect(webhooks).toHaveLength(50);
    expect(webhooks.every(({ outcome }) => outcome === 'delivered')).toBe(true);
    expect(sandbox.receiver.arrived).toHaveLength(51);
    expect(new Set(sandbox.receiver.arrived.map(({ body }) => body)).size).toBe(1);
  });

  it.each([
    { variant: 'notJson', body: (): unknown => '{"id": ' },
    { variant: 'emptyBody', body: (): unknown => '' },
    { variant: 'noId', body: (): unknown => expect.not.stringContaining('"id"') },
    { variant: 'invalidId', body: (): unknown => expect.stringContaining('"id":"not-a-uuid"') },
    { variant: 'otherId', body: (): unknown => expect.not.stringContaining(`"id":"${order.id}"`) },
    { variant: 'pathTraversalId', body: (): unknown => expect.stringContaining(`"id":"../../pay/${order.id}"`) },
  ])('corruptBody $variant sends the same wrong body on every retry', async ({ variant, body }) => {
    await payUnder({ fault: 'corruptBody', variant });
    await sandbox.client.idle();
    const [first, second] = sandbox.receiver.arrived;
    expect(first!.body).toEqual(body());
    expect(second!.body).toBe(first!.body);
    expect((await sandbox.client.book()).webhooks).toMatchObject([{ orderId: order.id, fault: 'corruptBody' }]);
  });
});
