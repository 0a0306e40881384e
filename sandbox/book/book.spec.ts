import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeTestSandboxes, firstToken, startTestSandbox } from '../testing/test-sandbox.fixture.js';

describe('book', () => {
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

  it('keeps everything across a restart, except the host in payment links', async () => {
    const first = await startTestSandbox({ bookFile });
    const paid = await first.client.createOrder({ externalId: 'paid' });
    await first.client.createOrder({ externalId: 'open' });
    await first.client.move(paid.id, 'pay');
    await first.client.idle();
    const before = await first.client.book();
    await first.close();

    const second = await startTestSandbox({ bookFile });
    const after = await second.client.book();
    expect(JSON.stringify(after).replaceAll(second.url, first.url)).toBe(JSON.stringify(before));
    expect(await second.client.counters()).toEqual({ 'POST /v1/orders': 2 });
    expect(await second.client.readOrder(paid.id)).toMatchObject({ status: 'PAID' });
  });

  it('the book has every acknowledged order on disk after a kill', async () => {
    const killed = await startTestSandbox({ bookFile });
    const order = await killed.client.createOrder();
    // Copies the file while the sandbox runs, with a torn write at its end.
    const copy = join(folder, 'copy.jsonl');
    await writeFile(copy, await readFile(bookFile));
    await appendFile(copy, '[{"type":"order.created","at":"20');

    const restarted = await startTestSandbox({ bookFile: copy });
    expect(await restarted.client.readOrder(order.id)).toMatchObject({ id: order.id, status: 'CREATED' });
    expect((await restarted.client.book()).orders).toHaveLength(1);
  });

  it('resumes pending webhooks with their remaining retries', async () => {
    const first = await startTestSandbox({ bookFile, receiverAnswers: [500], webhookRetryDelaysMs: [600_000] });
    const order = await first.client.createOrder();
    await first.client.move(order.id, 'pay');
    await first.client.bookWith(({ webhooks }) => webhooks[0]?.attempts.length === 1);
    await first.close();

    const second = await startTestSandbox({ bookFile, webhookRetryDelaysMs: [0] });
    await second.client.idle();
    expect((await second.client.book()).webhooks).toMatchObject([
      { outcome: 'delivered', attempts: [{ status: 500 }, { status: 200 }] },
    ]);
    expect(second.receiver.arrived[0]!.body).toBe(first.receiver.arrived[0]!.body);
  });

  it('expires an order whose lifetime ended while the sandbox was down', async () => {
    const first = await startTestSandbox({ bookFile, orderLifetimeMs: 600_000 });
    await first.client.createOrder();
    await first.close();
    const book = await readFile(bookFile, 'utf8');
    await writeFile(bookFile, book.replace(/"expiresAt":"[^"]+"/, '"expiresAt":"2020-01-01T00:00:00.000Z"'));

    const second = await startTestSandbox({ bookFile });
    const { orders } = await second.client.bookWith(({ webhooks }) => webhooks.length === 1);
    expect(orders).toMatchObject([{ status: 'EXPIRED', moves: [{ cause: 'expiry' }] }]);
  });

  it('resumes an order from a book written before cards, wallets and bank transfers existed', async () => {
    const first = await startTestSandbox({ bookFile });
    const { id } = await first.client.createOrder();
    await first.close();
    const book = await readFile(bookFile, 'utf8');
    const older = book.replace(',"extraParams":null,"customer":null,"method":"page","declineReason":null', '');
    expect(older).not.toBe(book);
    await writeFile(bookFile, older);

    const second = await startTestSandbox({ bookFile });
    expect(await second.client.booked(id)).toMatchObject({ method: 'page', declineReason: null, cards: [], h2h: null });
  });

  it('keeps nothing in memory or on disk after a reset', async () => {
    const first = await startTestSandbox({ bookFile });
    await first.client.createOrder();
    await first.client.createPayout();
    await first.client.sendCard((await first.client.createOrder()).id, '5555555555554444');
    await first.client.setFault({ on: 'readOrder', fault: 'drop' });
    await first.client.send('POST', '/control/reset');
    expect(await first.client.book()).toEqual({ orders: [], payouts: [], requests: [], webhooks: [] });
    expect(await first.client.faults()).toEqual([]);
    expect(await first.client.balances()).toEqual([]);
    expect(await first.client.counters()).toEqual({});
    expect(await readFile(bookFile, 'utf8')).toBe('');
  });

  it('never stores an API token', async () => {
    const { client } = await startTestSandbox({ bookFile });
    await client.postOrder();
    await client.postOrder({}, { token: 'a-wrong-token' });
    expect(await readFile(bookFile, 'utf8')).not.toContain(firstToken);
    expect(await readFile(bookFile, 'utf8')).not.toContain('a-wrong-token');
  });

  it('refuses to open a book with a damaged line', async () => {
    await writeFile(bookFile, '[]\n{"type":"order.paid"}\n');
    await expect(startTestSandbox({ bookFile })).rejects.toThrow('Line 2 of the book');
  });
});
