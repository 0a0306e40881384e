import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cardRequest, customerRequest } from '../testing/card-request.js';
import { closeTestSandboxes, startTestSandbox } from '../testing/test-sandbox.fixture.js';

describe('H2H session', () => {
  let folder: string;
  let bookFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'h2h-'));
    bookFile = join(folder, 'book.jsonl');
  });

  afterEach(async () => {
    await closeTestSandboxes();
    await rm(folder, { recursive: true });
  });

  it('moves on after each delay without being read, until its order ends', async () => {
    const { client } = await startTestSandbox({ h2hStageDelayMs: 0 });
    const { id } = await client.createOrder();
    await client.sendCard(id, '4242424242424242');
    const { orders } = await client.bookWith((book) => book.orders[0]?.status === 'PAID');
    expect(orders[0]).toMatchObject({
      h2h: { status: 'SUCCESS', testCard: 'threeDSecure' },
      moves: [
        { to: 'PENDING', cause: 'card' },
        { to: 'PAID', cause: 'card' },
      ],
    });
  });

  it('waits for its code without a time limit', async () => {
    const { client } = await startTestSandbox({ h2hStageDelayMs: 0 });
    const { id } = await client.createOrder();
    await client.sendCard(id, '5555555555554444');
    const { orders } = await client.bookWith((book) => book.orders[0]?.h2h?.isSmsRequired === true);
    expect(orders[0]?.h2h).toMatchObject({ stageDueAt: null });
    await client.postCode(id, '123456');
    await client.bookWith((book) => book.orders[0]?.status === 'PAID');
  });

  it('ends when its order expires', async () => {
    const { client } = await startTestSandbox({ orderLifetimeMs: 1 });
    const { id } = await client.createOrder();
    await client.bookWith(({ orders }) => orders[0]?.status === 'EXPIRED');
    expect((await client.postCard(id)).status).toBe(409);
  });

  it('resumes at the same stage after a restart', async () => {
    const first = await startTestSandbox({ bookFile });
    const { id } = await first.client.createOrder();
    await first.client.sendCard(id, '5555555555554444');
    await first.client.readH2h(id);
    await first.client.postCode(id, '000000');
    const before = await first.client.booked(id);
    await first.close();

    const second = await startTestSandbox({ bookFile });
    const after = await second.client.booked(id);
    expect({ ...after, paymentLink: '' }).toEqual({ ...before, paymentLink: '' });
    expect(await second.client.readH2h(id)).toEqual({ isSmsRequired: false, status: 'PROCESSING' });
    expect(await second.client.readH2h(id)).toEqual({ isSmsRequired: true, status: 'PROCESSING' });
    await second.client.postCode(id, '123456');
    await second.client.readH2h(id);
    await second.client.bookWith(({ orders }) => orders[0]?.status === 'PAID');
  });

  it.each([
    { due: 'a stage', pace: { h2hStageDelayMs: 600_000 }, field: 'stageDueAt' },
    { due: 'an outcome', pace: { orderOutcomeDelayMs: 600_000 }, field: 'dueAt' },
  ])('resumes $due that fell due while the sandbox was down', async ({ pace, field }) => {
    const first = await startTestSandbox({ bookFile, ...pace });
    const { id } = await first.client.createOrder();
    await first.client.sendCard(id, '4111111111111111');
    if (field === 'dueAt') {
      await first.client.readH2h(id);
      await first.client.readH2h(id);
    }
    await first.close();
    const book = await readFile(bookFile, 'utf8');
    await writeFile(
      bookFile,
      book.replaceAll(new RegExp(`"${field}":"[^"]+"`, 'g'), `"${field}":"2020-01-01T00:00:00.000Z"`),
    );

    const second = await startTestSandbox({ bookFile, h2hStageDelayMs: 0 });
    await second.client.bookWith(({ orders }) => orders[0]?.status === 'PAID');
  });

  it('stores only the number of cards and codes sent', async () => {
    const { client, url } = await startTestSandbox({ bookFile });
    const { id } = await client.createOrder();
    const secrets = {
      cardNumber: '5555555555554444',
      cvv: '9731',
      cardholderName: 'SECRET HOLDER',
      expiryDate: '11/47',
    };
    await client.postCard(id, secrets);
    await client.postCard(id, secrets);
    await client.postCard(id, { ...secrets, cardNumber: '5555555555554443' });
    await client.readH2h(id);
    await client.postCode(id, '864297');
    await client.postCode(id, '864297');
    await client.createOrder({ card: cardRequest(secrets), customer: customerRequest() });

    const everything = [
      await readFile(bookFile, 'utf8'),
      await (await fetch(`${url}/control/book`)).text(),
      await (await fetch(url)).text().then((page) => page.replace(/5555 5555 5555 4444/, '')),
    ].join('\n');
    for (const secret of [...Object.values(secrets), '864297', '5555555555554443']) {
      expect(everything).not.toContain(secret);
    }
    const { cards, codes } = await client.booked(id);
    expect(cards).toMatchObject([
      { via: 'h2h', first6: '555555', last4: '4444', outcome: 'taken' },
      { via: 'h2h', first6: '555555', last4: '4444', outcome: 'refused' },
      { via: 'h2h', first6: '555555', last4: '4443', outcome: 'refused' },
    ]);
    expect(codes).toMatchObject([
      { round: 1, outcome: 'wrong' },
      { round: 2, outcome: 'refused' },
    ]);
  });
});
