import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WirePayout } from '../payouts/payout.schema.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

const secret = 'the-merchants-secret';

const requested = { externalId: 'attempt-1', requisites: '9001112233' };

describe('faults of the payout webhook', () => {
  let sandbox: TestSandbox;
  let payout: WirePayout;

  beforeEach(async () => {
    sandbox = await startTestSandbox({ payoutWebhookSecret: secret, receiverAnswers: [500] });
    payout = await sandbox.client.createPayout({ callbackUrl: `${sandbox.receiver.url}/token-1` });
  });

  afterEach(closeTestSandboxes);

  const setFault = (rule: Readonly<Record<string, unknown>>) =>
    sandbox.client.setFault({ on: 'payoutWebhook', ...rule });

  async function completeUnder(rule: Readonly<Record<string, unknown>>): Promise<void> {
    await setFault(rule);
    await sandbox.client.step(payout.id, 'complete');
  }

  const isSigned = ({ body, headers }: TestSandbox['receiver']['arrived'][number]) =>
    headers['x-signature'] === createHmac('sha256', secret).update(body).digest('hex');

  it('lose books the webhook and never sends it', async () => {
    await completeUnder({ fault: 'lose' });
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toEqual([]);
    expect((await sandbox.client.book()).webhooks).toMatchObject([{ payoutId: payout.id, outcome: 'lost' }]);
  });

  it('delay holds the webhook back', async () => {
    await completeUnder({ fault: 'delay', delayMs: 3_600_000 });
    const [webhook] = (await sandbox.client.book()).webhooks;
    expect(webhook).toMatchObject({ fault: 'delay', outcome: 'pending', attempts: [] });
    expect(Date.parse(webhook!.dueAt!) - Date.parse(webhook!.queuedAt)).toBe(3_600_000);
  });

  it('duplicate delivers the requested number of copies', async () => {
    await completeUnder({ fault: 'duplicate', copies: 50 });
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toHaveLength(51);
    expect(sandbox.receiver.arrived.every(isSigned)).toBe(true);
    expect(await sandbox.client.acknowledgements()).toHaveLength(50);
  });

  it.each([
    { variant: 'notJson', body: (): unknown => '{"id": ' },
    { variant: 'emptyBody', body: (): unknown => '' },
    { variant: 'noId', body: (): unknown => expect.not.stringContaining('"id"') },
    { variant: 'invalidId', body: (): unknown => expect.stringContaining('"id":"not-a-uuid"') },
    { variant: 'otherId', body: (): unknown => expect.not.stringContaining(`"id":"${payout.id}"`) },
    { variant: 'pathTraversalId', body: (): unknown => expect.stringContaining(`"id":"../../pay/${payout.id}"`) },
  ])('corruptBody $variant sends the same wrong body on every retry, signed', async ({ variant, body }) => {
    await completeUnder({ fault: 'corruptBody', variant });
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toHaveLength(2);
    expect(sandbox.receiver.arrived.every(isSigned)).toBe(true);
    expect(sandbox.receiver.arrived.map((webhook) => webhook.body)).toEqual([body(), body()]);
    expect(sandbox.receiver.arrived[1]!.body).toBe(sandbox.receiver.arrived[0]!.body);
  });

  it.each([
    {
      variant: 'wrongSignature',
      signature: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      own: true,
      valid: false,
    },
    { variant: 'noSignature', signature: undefined, own: true, valid: false },
    { variant: 'otherId', signature: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown, own: false, valid: true },
  ])('forge $variant sends a webhook with that flaw', async ({ variant, signature, own, valid }) => {
    await completeUnder({ fault: 'forge', variant });
    await sandbox.client.idle();
    const [webhook] = sandbox.receiver.arrived;
    expect(webhook!.headers['x-signature']).toEqual(signature);
    expect(isSigned(webhook!)).toBe(valid);
    expect(webhook!.body.includes(payout.id)).toBe(own);
  });

  it('reorder lets the next webhook overtake the held-back one, even if its own first call fails', async () => {
    await setFault({ fault: 'reorder' });
    await sandbox.client.step(payout.id, 'process');
    await sandbox.client.idle();
    expect((await sandbox.client.book()).webhooks).toMatchObject([
      { fault: 'reorder', outcome: 'pending', dueAt: null },
    ]);
    await sandbox.client.step(payout.id, 'complete');
    await sandbox.client.idle();
    const statuses = sandbox.receiver.arrived.map(({ body }) => (JSON.parse(body) as WirePayout).status);
    expect(statuses[0]).toBe('COMPLETED');
    expect(statuses.sort()).toEqual(['COMPLETED', 'COMPLETED', 'PROCESSING']);
  });

  it('reorder releases the held-back webhook even if the next one is lost', async () => {
    await setFault({ fault: 'reorder' });
    await sandbox.client.step(payout.id, 'process');
    await completeUnder({ fault: 'lose' });
    await sandbox.client.idle();
    expect((await sandbox.client.book()).webhooks).toMatchObject([{ outcome: 'delivered' }, { outcome: 'lost' }]);
  });

  it('reorder does not hold back the last webhook', async () => {
    await completeUnder({ fault: 'reorder' });
    await sandbox.client.idle();
    expect((await sandbox.client.book()).webhooks).toMatchObject([{ fault: null, outcome: 'delivered' }]);
  });

  it.each([
    { match: { requisites: requested.requisites }, hit: true },
    { match: { requisites: 'of-somebody-else' }, hit: false },
    { match: { externalId: requested.externalId }, hit: true },
    { match: { ...requested, externalId: 'another' }, hit: false },
  ])('a rule for $match applies to the webhook: $hit', async ({ match, hit }) => {
    await completeUnder({ fault: 'lose', match });
    expect((await sandbox.client.book()).webhooks).toMatchObject([{ fault: hit ? 'lose' : null }]);
  });
});

describe('reordered webhook', () => {
  afterEach(closeTestSandboxes);

  it('a reordered webhook is held back across a restart and then released', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'book-'));
    const bookFile = join(folder, 'book.jsonl');
    const first = await startTestSandbox({ bookFile });
    const { id } = await first.client.createPayout({ callbackUrl: `${first.receiver.url}/token-1` });
    await first.client.setFault({ on: 'payoutWebhook', fault: 'reorder' });
    await first.client.step(id, 'process');
    await first.close();

    const second = await startTestSandbox({ bookFile });
    await second.client.idle();
    expect((await second.client.book()).webhooks).toMatchObject([{ outcome: 'pending', dueAt: null }]);
    await second.client.step(id, 'complete');
    await second.client.idle();
    expect((await second.client.book()).webhooks).toMatchObject([{ outcome: 'givenUp' }, { outcome: 'givenUp' }]);
    await closeTestSandboxes();
    await rm(folder, { recursive: true });
  });
});
