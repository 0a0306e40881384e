import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bangladeshRequest, mobileMoneyRequest } from '../testing/payout-request.js';
import { closeTestSandboxes, secondToken, startTestSandbox } from '../testing/test-sandbox.fixture.js';

const statusesOf = ({ moves }: { moves: readonly { to: string }[] }) => moves.map(({ to }) => to);

describe('life of a payout', () => {
  afterEach(closeTestSandboxes);

  it.each([
    { where: 'Russia', request: {}, statuses: ['PROCESSING', 'COMPLETED'] },
    { where: 'Bangladesh', request: bangladeshRequest(), statuses: ['PENDING', 'COMPLETED'] },
  ])('moves a payout on its own through $statuses in $where', async ({ request, statuses }) => {
    const { client } = await startTestSandbox({ payoutProcessingDelayMs: 5, payoutCompletionDelayMs: 5 });
    const { id } = await client.createPayout(request);
    const { payouts } = await client.bookWith((book) => book.payouts[0]?.status === 'COMPLETED');
    expect(statusesOf(payouts[0]!)).toEqual(statuses);
    expect(payouts[0]!.moves.every(({ cause }) => cause === 'service')).toBe(true);
    const { updatedAt, completedAt, statusMessage } = await client.readPayout(id);
    expect({ completedAt, statusMessage }).toEqual({ completedAt: updatedAt, statusMessage: null });
  });

  it('keeps the pace that was set when a step began', async () => {
    const { client } = await startTestSandbox({ payoutProcessingDelayMs: 60_000 });
    const { createdAt } = await client.createPayout();
    await client.send('PUT', '/control/settings', { payoutProcessingDelayMs: 0, payoutCompletionDelayMs: 0 });
    await client.createPayout();
    const { payouts } = await client.bookWith((book) => book.payouts[1]?.status === 'COMPLETED');
    expect(payouts[0]).toMatchObject({
      status: 'CREATED',
      stepDueAt: new Date(Date.parse(createdAt) + 60_000).toISOString(),
    });
  });

  it('skips the planned step of a payout that was moved in the meantime', async () => {
    const { client } = await startTestSandbox({ payoutProcessingDelayMs: 5, payoutCompletionDelayMs: 5 });
    const { id } = await client.createPayout();
    await client.step(id, 'cancel');
    await client.createPayout();
    const { payouts } = await client.bookWith((book) => book.payouts[1]?.status === 'COMPLETED');
    expect(payouts[0]).toMatchObject({ status: 'CANCELED', stepDueAt: null });
  });

  it("books the provider's internal facts", async () => {
    const { client } = await startTestSandbox();
    const before = Date.now();
    const { id, createdAt } = await client.createPayout({ externalId: 'attempt-9', note: 'Prize', serviceId: 101 });
    const [payout] = await client.payouts();
    expect(payout).toMatchObject({ id, externalId: 'attempt-9', note: 'Prize', serviceId: 101, currency: 'RUB' });
    expect(Date.parse(payout!.receivedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(payout!.receivedAt)).toBeLessThanOrEqual(Date.parse(createdAt));
    expect((await client.book()).requests[0]).toMatchObject({ receivedAt: payout!.receivedAt });
  });
});

describe('balance', () => {
  afterEach(closeTestSandboxes);

  it.each([
    { step: 'complete', left: '0.0000' },
    { step: 'fail', left: '10.0000' },
    { step: 'cancel', left: '10.0000' },
    { step: 'expire', left: '10.0000' },
  ] as const)('is $left after a payout of the whole balance and the step $step', async ({ step, left }) => {
    const { client } = await startTestSandbox();
    await client.send('PUT', '/control/balances', { currency: 'RUB', amount: '10.00' });
    const { id, merchantId } = await client.createPayout({ amount: 10 });
    expect(await client.balances()).toContainEqual({ merchantId, currency: 'RUB', amount: '0.0000' });
    await client.step(id, step);
    expect(await client.balances()).toContainEqual({ merchantId, currency: 'RUB', amount: left });
  });

  it('gets the money back when a completed payout is corrected', async () => {
    const { client } = await startTestSandbox();
    const { id, merchantId } = await client.createPayout({ amount: 10 });
    await client.step(id, 'complete');
    await client.step(id, 'fail');
    expect(await client.balances()).toEqual([{ merchantId, currency: 'RUB', amount: '1000000000.0000' }]);
  });

  it('the balance is unchanged after a payout above it, which is refused', async () => {
    const { client } = await startTestSandbox();
    await client.send('PUT', '/control/balances', { currency: 'RUB', amount: '10' });
    const response = await client.postPayout({ amount: 10.0001 });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: 'insufficient balance', field: null });
    expect((await client.postPayout({ amount: 10 })).status).toBe(201);
  });

  it('the balance cannot be spent by two concurrent payouts', async () => {
    const { client } = await startTestSandbox();
    await client.send('PUT', '/control/balances', { currency: 'RUB', amount: '30' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.postPayout({ amount: 10 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  it('the balance is kept per currency and merchant', async () => {
    const { client } = await startTestSandbox();
    const { merchantId } = await client.createPayout();
    await client.send('PUT', '/control/balances', { merchantId, currency: 'RUB', amount: '0' });
    expect((await client.postPayout()).status).toBe(422);
    expect((await client.postPayout(mobileMoneyRequest())).status).toBe(201);
    expect((await client.postPayout({}, { token: secondToken })).status).toBe(201);
  });
});

describe('restart', () => {
  let folder: string;
  let bookFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'book-'));
    bookFile = join(folder, 'book.jsonl');
  });

  afterEach(async () => {
    await closeTestSandboxes();
    await rm(folder, { recursive: true });
  });

  it('keeps payouts, balances and acknowledgements', async () => {
    const first = await startTestSandbox({ bookFile, payoutWebhookSecret: 'a-signing-secret' });
    const { id } = await first.client.createPayout({ callbackUrl: `${first.receiver.url}/token-1` });
    await first.client.step(id, 'complete');
    await first.client.createPayout(bangladeshRequest());
    await first.client.idle();
    const stateOf = async ({ client }: typeof first) => ({
      book: await client.book(),
      balances: await client.balances(),
      acknowledgements: await client.acknowledgements(),
    });
    const before = await stateOf(first);
    await first.close();

    expect(await stateOf(await startTestSandbox({ bookFile }))).toEqual(before);
    expect(await readFile(bookFile, 'utf8')).not.toContain('a-signing-secret');
  });

  it('applies a step that fell due while the sandbox was down', async () => {
    const first = await startTestSandbox({ bookFile, payoutProcessingDelayMs: 600_000 });
    await first.client.createPayout();
    await first.close();
    const book = await readFile(bookFile, 'utf8');
    await writeFile(bookFile, book.replace(/"stepDueAt":"[^"]+"/, '"stepDueAt":"2020-01-01T00:00:00.000Z"'));

    const second = await startTestSandbox({ bookFile, payoutCompletionDelayMs: 0 });
    const { payouts } = await second.client.bookWith((now) => now.payouts[0]?.status === 'COMPLETED');
    expect(statusesOf(payouts[0]!)).toEqual(['PROCESSING', 'COMPLETED']);
  });

  it('reads webhooks from a book written before payouts existed', async () => {
    const queued = { type: 'webhook.queued', id: '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11', orderId: null, body: '{}' };
    const at = '2026-01-01T00:00:00.000Z';
    await writeFile(bookFile, `${JSON.stringify([{ ...queued, at, fault: null, dueAt: at }])}\n`);
    const { client } = await startTestSandbox({ bookFile });
    await client.idle();
    expect((await client.book()).webhooks).toMatchObject([{ payoutId: null, signature: 'none', outcome: 'delivered' }]);
  });
});
