import { startSandbox } from './sandbox.js';
import { closeTestSandboxes, startTestSandbox } from './testing/test-sandbox.fixture.js';

describe('a sandbox', () => {
  afterEach(closeTestSandboxes);

  it('closes although an answer hangs, another is slow, and a webhook waits for its retry', async () => {
    const { client, close } = await startTestSandbox({ receiverAnswers: [500], webhookRetryDelaysMs: [600_000] });
    await client.move((await client.createOrder()).id, 'pay');
    await client.bookWith(({ webhooks }) => webhooks[0]?.attempts.length === 1);
    await client.setFault({ on: 'createOrder', fault: 'hangAfterAccepting' });
    await client.setFault({ on: 'createOrder', fault: 'answerSlowly', delayMs: 600_000 });
    const abandoned = Promise.allSettled([client.postOrder(), client.postOrder(), client.idle()]);
    await client.bookWith(({ orders }) => orders.length === 3);

    await close();
    expect((await abandoned).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('can be reached on this machine only', async () => {
    const { url } = await startTestSandbox();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('does not start on a port that is taken', async () => {
    const { url } = await startTestSandbox();
    const second = startSandbox({
      port: Number(new URL(url).port),
      apiTokens: ['token'],
      orderWebhookUrl: null,
      bookFile: null,
      webhookRetryDelaysMs: [],
    });
    await expect(second).rejects.toThrow('EADDRINUSE');
  });
});
