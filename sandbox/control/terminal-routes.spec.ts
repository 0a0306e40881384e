import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCards } from '../cards/test-card.table.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

describe('control API of terminals and test cards', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  const everyday = {
    walletVariant: 'STANDARD',
    wallets: true,
    bankMethod: true,
    cardInOrder: true,
    h2h: true,
    hostedPageNeedsEmail: false,
    walletFields: null,
    bankMethodFields: null,
    cardInOrderFields: null,
  };

  it('shows everything enabled and plain orders without conditions', async () => {
    const { merchantId, terminalId } = await sandbox.client.createOrder();
    const terminals = await sandbox.client.setTerminals({});
    expect(terminals).toHaveLength(2);
    expect(terminals[0]).toEqual({ merchantId, terminalId, ...everyday });
  });

  it('changes only the given fields, of every terminal or of one', async () => {
    const [first] = await sandbox.client.setTerminals({ walletVariant: 'EMAIL_ONLY', walletFields: ['email', 'ip'] });
    const change = { merchantId: first!.merchantId, h2h: false, walletFields: null };
    expect(await sandbox.client.setTerminals(change)).toMatchObject([
      { ...everyday, walletVariant: 'EMAIL_ONLY', h2h: false },
      { ...everyday, walletVariant: 'EMAIL_ONLY', walletFields: ['email', 'ip'] },
    ]);
  });

  it.each([
    { walletVariant: 'standard' },
    { wallets: 'yes' },
    { walletFields: ['shoeSize'] },
    { merchantId: 'me' },
    { extra: true },
  ])('refuses the change %j', async (change) => {
    const response = await sandbox.client.send('PUT', '/control/terminals', change);
    expect(response.status).toBe(422);
    const field: unknown = expect.stringMatching(new RegExp(`^${Object.keys(change)[0]}`));
    expect(await response.json()).toMatchObject({ field });
  });

  it('answers 404 for an unknown merchant', async () => {
    const change = { merchantId: '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11', h2h: false };
    expect((await sandbox.client.send('PUT', '/control/terminals', change)).status).toBe(404);
  });

  it('keeps changes across a restart and undoes them on a reset', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'terminal-'));
    const bookFile = join(folder, 'book.jsonl');
    const first = await startTestSandbox({ bookFile });
    await first.client.setTerminals({ bankMethod: false });
    await first.close();
    const second = await startTestSandbox({ bookFile });
    expect(await second.client.setTerminals({})).toMatchObject([{ bankMethod: false }, { bankMethod: false }]);
    await second.client.send('POST', '/control/reset');
    const response = await second.client.send('GET', '/control/terminals');
    expect(await response.json()).toMatchObject({ terminals: [everyday, everyday] });
    await second.close();
    await rm(folder, { recursive: true });
  });

  it('lists the test cards with the right code', async () => {
    const response = await sandbox.client.send('GET', '/control/test-cards');
    const listed = testCards.map(({ name, cardNumber, does, inOrder }) => ({ name, cardNumber, does, inOrder }));
    expect(await response.json()).toEqual({ rightCode: '123456', testCards: listed });
    expect(listed).toContainEqual(expect.objectContaining({ name: 'success', cardNumber: '4111111111111111' }));
  });
});
