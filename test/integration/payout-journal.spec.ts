import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPayout, getPayoutGate, payoutWhen, recordedPayout, openPayoutGate } from '../support/payouts.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { TestSandbox } from '../support/sandbox.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('a replica with a journal of its submissions', () => {
  const directory = temporaryDirectory();
  const journal = join(directory.path, 'journal.json');
  let sandbox: TestSandbox;
  let database: TestDatabase;
  /** As it was before the first payout. */
  let backup: TestDatabase;
  let purser: TestPurser;

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });

  afterAll(async () => {
    await sandbox.close();
    directory.remove();
  });

  beforeEach(async () => {
    rmSync(journal, { force: true });
    [database, backup] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    purser = await start(database);
  });

  afterEach(async () => {
    await purser.close();
    await Promise.all([database.drop(), backup.drop()]);
  });

  const start = ({ url }: TestDatabase): Promise<TestPurser> =>
    startPurser({ DATABASE_URL: url, PROVIDER_BASE_URL: sandbox.url, PAYOUT_JOURNAL_FILE: journal });

  async function restartOn(other: TestDatabase): Promise<void> {
    await purser.close();
    purser = await start(other);
  }

  it('goes on where the database is as it left it', async () => {
    await recordedPayout(purser.api);
    await restartOn(database);
    expect(await recordedPayout(purser.api)).toMatchObject({ status: 'CREATED' });
  });

  it('sends nothing on a database restored while nothing ran, until a person has looked', async () => {
    await recordedPayout(purser.api);
    await restartOn(backup);
    const made = (await sandbox.payouts()).length;
    const payouts = await Promise.all([1, 2, 3].map(() => recordedPayout(purser.api)));
    for (const one of payouts) expect(one).toMatchObject({ status: 'APPROVED', attempts: [] });
    expect(await getPayoutGate(purser.api)).toMatchObject({
      isOpen: false,
      reason: 'The database has gone backwards: an attempt that was committed is missing.',
      changedBy: null,
    });
    expect(purser.alarms().map(({ alarm }) => alarm)).toEqual(['payout_gate_shut']);
    expect(await sandbox.payouts()).toHaveLength(made);

    await openPayoutGate(purser, 'Compared with the payment service.');
    for (const one of payouts) await payoutWhen(purser.api, one, ({ status }) => status === 'CREATED');
    await restartOn(backup);
    expect(await recordedPayout(purser.api)).toMatchObject({ status: 'CREATED' });
  });

  it('sends only what the journal holds', async () => {
    const { attempts } = await recordedPayout(purser.api);
    expect(JSON.parse(readFileSync(journal, 'utf8'))).toMatchObject({ lastClaim: { attemptId: attempts[0]!.id } });
    // Its temporary file cannot be made where a directory has the name.
    mkdirSync(`${journal}.tmp`);
    const made = (await sandbox.payouts()).length;
    const payout = await recordedPayout(purser.api);
    expect(payout).toMatchObject({
      status: 'APPROVED',
      attempts: [{ state: 'NOT_SENT', reason: 'journal_not_written' }],
    });
    expect(await sandbox.payouts()).toHaveLength(made);
    expect(purser.logLines.join('\n')).toContain('payout_journal_not_written');

    rmSync(`${journal}.tmp`, { recursive: true });
    await payoutWhen(purser.api, payout, ({ status }) => status === 'CREATED');
    const sent = await getPayout(purser.api, payout.id);
    expect(sent.attempts.at(-1)).toMatchObject({ state: 'ACCEPTED' });
    expect(await sandbox.payouts()).toHaveLength(made + 1);
  });

  it('does not start with a journal that is none, and leaves it as it is', async () => {
    const bad = `${journal}.bad`;
    writeFileSync(bad, 'canary');
    const settings = { DATABASE_URL: database.url, PROVIDER_BASE_URL: sandbox.url, PAYOUT_JOURNAL_FILE: bad };
    await expect(startPurser(settings)).rejects.toThrow(/^PAYOUT_JOURNAL_FILE names a file that is not a journal/);
    expect(readFileSync(bad, 'utf8')).toBe('canary');
  });
});
