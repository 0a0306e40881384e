import { type OutgoingHttpHeaders, request } from 'node:http';
import { startSandbox } from './sandbox.js';
import { closeTestSandboxes, startTestSandbox } from './testing/test-sandbox.fixture.js';

describe('sandbox', () => {
  afterEach(closeTestSandboxes);

  it('closes while an answer hangs, another is slow and a webhook waits for its retry', async () => {
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

  it('listens on the loopback address only', async () => {
    const { url } = await startTestSandbox();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.each([
    ['rebound.example', 403],
    ['127.0.0.1.rebound.example:80', 403],
    ['[::1]', 403],
    ['localhost', 200],
    ['127.0.0.1:4010', 200],
  ])('answers the host %s with %i', async (host, status) => {
    const { url } = await startTestSandbox();
    expect(await statusOf(`${url}/control/book`, { host })).toBe(status);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{}, 200],
  ])('answers a reset from a page with the headers %j with %i', async (headers, status) => {
    const { url } = await startTestSandbox();
    expect(await statusOf(`${url}/control/reset`, headers, 'POST')).toBe(status);
  });

  it('lets other sites link to the hosted page but not pay an order', async () => {
    const { url, client } = await startTestSandbox();
    const { id } = await client.createOrder();
    const fromElsewhere = { 'sec-fetch-site': 'cross-site' };
    expect(await statusOf(`${url}/pay/${id}/pay`, fromElsewhere, 'POST')).toBe(403);
    expect(await statusOf(`${url}/control/orders/${id}/pay`, fromElsewhere, 'POST')).toBe(403);
    expect(await statusOf(`${url}/pay/${id}`, fromElsewhere)).toBe(200);
  });

  it('does not start on a port in use', async () => {
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

/** Uses Node's own client, because `fetch` cannot set the `Host` header. */
function statusOf(url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
