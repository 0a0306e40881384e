import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseFence } from '../../src/payouts/gate/database-fence.js';
import { confirmChange, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import {
  approvePayout,
  bookedPayout,
  getPayout,
  getPayoutGate,
  openPayoutGate,
  payoutWhen,
  recordedPayout,
  setPayoutGate,
} from '../support/payouts.js';
import { startPurser } from '../support/purser.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { beginIncarnation } from '../support/test-database.js';

const REASON = 'The database was failed over or restored.';

describe('fence of payouts', () => {
  const journals = temporaryDirectory();
  let desk: Desk;

  beforeAll(async () => {
    // Without ticks only claims and the test itself look at the database.
    desk = await openDesk({ PURSER_ROLES: 'api' });
  });

  beforeEach(async () => {
    await openPayoutGate(desk.purser, 'A new day.');
  });

  afterAll(async () => {
    await desk.close();
    journals.remove();
  });

  const countAlarms = (): number => desk.purser.alarms().filter(({ alarm }) => alarm === 'payout_gate_shut').length;

  it('on a restored database nothing is sent until two people open the gate, and the audit log records it', async () => {
    const before = countAlarms();
    await beginIncarnation(desk.database);
    const payouts = await Promise.all([1, 2, 3].map(() => recordedPayout(desk.purser.api)));
    for (const { id } of payouts) {
      expect((await getPayout(desk.purser.approver, id)).approvalReason).toBe('DATABASE_RESTORED');
      const { payout } = await approvePayout(desk.purser.approver, id);
      expect(payout).toMatchObject({ status: 'APPROVED', attempts: [] });
    }
    expect(await getPayoutGate(desk.purser.api)).toEqual({ isOpen: false, reason: REASON, changedBy: null });
    expect(countAlarms()).toBe(before + 1);
    const [entry] = await desk.database.query(
      `SELECT action, after, reason FROM audit_entries WHERE subject_type = 'PAYOUT_GATE'
       ORDER BY occurred_at DESC LIMIT 1`,
    );
    expect(entry).toEqual({ action: 'payout_gate.shut', after: { isOpen: false, byItself: true }, reason: REASON });

    await openPayoutGate(desk.purser, 'Compared with the provider.');
    expect(await recordedPayout(desk.purser.api)).toMatchObject({ status: 'CREATED' });
  });

  it('a replica that sends nothing notices the restore, too', async () => {
    await beginIncarnation(desk.database);
    await desk.purser.service(DatabaseFence).compare();
    expect(await getPayoutGate(desk.purser.api)).toMatchObject({ isOpen: false, reason: REASON });
  });

  it("the restore replaces the gate's reason, and an open request to open the gate is outdated", async () => {
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'The bank called.' });
    const request = proposed(
      await setPayoutGate(desk.purser.api, { isOpen: true, reason: 'It was about something else.' }),
    );
    await beginIncarnation(desk.database);
    expect(await confirmChange(desk.purser.approver, request)).toMatchObject({
      changeRequest: { status: 'FAILED' },
      userErrors: [{ code: 'OUTDATED' }],
    });
    expect(await getPayoutGate(desk.purser.api)).toMatchObject({ isOpen: false, reason: REASON });
  });

  it('claims are on disk before they are sent, even if the database does not wait for the disk by default', async () => {
    await desk.database.query(`
      CREATE TABLE commits (setting text);
      CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO commits VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE TRIGGER tr_note_commit AFTER INSERT ON payout_attempts FOR EACH ROW EXECUTE FUNCTION note_commit()`);
    const url = new URL(desk.database.url);
    url.searchParams.set('options', '-c synchronous_commit=off');
    const careless = await startPurser({
      DATABASE_URL: url.href,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PURSER_ROLES: 'api',
    });
    try {
      expect(await recordedPayout(careless.api)).toMatchObject({ status: 'CREATED' });
      expect(await desk.database.query('SELECT * FROM commits')).toEqual([{ setting: 'on' }]);
    } finally {
      await careless.close();
      await desk.database.query('DROP TRIGGER tr_note_commit ON payout_attempts');
    }
  });

  it('payouts wait, with one alarm, if a required synchronous standby is missing', async () => {
    const promising = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PURSER_ROLES: 'api',
      DATABASE_FAILOVER: 'synchronous',
    });
    try {
      for (const payout of [await recordedPayout(promising.api), await recordedPayout(promising.api)]) {
        expect(payout).toMatchObject({ status: 'APPROVED', attempts: [], problem: null });
      }
      expect(promising.alarms().map(({ alarm }) => alarm)).toEqual(['payouts_wait_for_standby']);
      expect(await getPayoutGate(promising.api)).toMatchObject({ isOpen: true });
    } finally {
      await promising.close();
    }
  });

  it('a second process cannot start with a journal that is in use', async () => {
    const settings = {
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PAYOUT_JOURNAL_FILE: join(journals.path, 'journal.json'),
    };
    const first = await startPurser(settings);
    try {
      await expect(startPurser(settings)).rejects.toThrow('PAYOUT_JOURNAL_FILE names a file that another process uses');
    } finally {
      await first.close();
    }
    // After a regular stop the journal is free immediately.
    await (await startPurser(settings)).close();
  });

  it('a payout is not sent if it cannot be written to the journal', async () => {
    const path = join(journals.path, 'journal.json');
    const purser = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PAYOUT_JOURNAL_FILE: path,
    });
    try {
      // A directory with the name of the temporary file makes writing fail.
      mkdirSync(`${path}.tmp`);
      const payout = await recordedPayout(purser.api);
      expect(payout).toMatchObject({
        status: 'APPROVED',
        attempts: [{ state: 'NOT_SENT', reason: 'JOURNAL_NOT_WRITTEN' }],
      });
      expect(await desk.sandbox.findPayouts(payout.attempts[0]!.id)).toEqual([]);
      rmSync(`${path}.tmp`, { recursive: true });
      await bookedPayout(desk.sandbox, await payoutWhen(purser.api, payout, ({ status }) => status === 'CREATED'));
      expect(purser.logLines.join('\n')).toContain('payout_journal_not_written');
    } finally {
      await purser.close();
    }
  });
});
