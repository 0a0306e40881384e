import { join } from 'node:path';
import { migrate } from '../../../src/platform/database/migrate.js';
import { DatabaseFence } from '../../../src/payouts/gate/database-fence.js';
import { holdLock } from '../../rig/stage/postgres/held-lock.js';
import type { PostgresPair, Replication } from '../../rig/stage/postgres/postgres-pair.js';
import { insertKey } from '../../support/api-keys.js';
import { eventually } from '../../support/eventually.js';
import {
  faultMatch,
  getPayout,
  getPayoutGate,
  openPayoutGate,
  payoutInput,
  recordedPayout,
  withdrawPayout,
} from '../../support/payouts.js';
import { openPostgresPair, type TestPair } from '../../support/postgres-pair.js';
import { startPurser, type TestPurser } from '../../support/purser.js';
import { TestSandbox } from '../../support/sandbox.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

// Servers are initialised, copied and started, which takes seconds, and much longer on a busy machine.
jest.setTimeout(120_000);

const SHUT = { isOpen: false, reason: 'The database was failed over or restored.', changedBy: null };

describe('payout that the database forgets', () => {
  const journals = temporaryDirectory();
  let sandbox: TestSandbox;
  let opened: TestPair;
  let pair: PostgresPair;
  let running: TestPurser[];

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });

  afterEach(async () => {
    await stopAll();
    await opened.close();
  });

  afterAll(async () => {
    await sandbox.close();
    journals.remove();
  });

  async function open(replication: Replication | 'none'): Promise<void> {
    running = [];
    opened = await openPostgresPair(replication);
    pair = opened.pair;
    await migrate(pair.url);
    const query = (sql: string, parameters: readonly unknown[]) => pair.query(sql, parameters);
    await insertKey({ url: pair.url, query }, { name: 'operator', roles: ['operator'] }, OPERATOR_API_KEY);
  }

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<TestPurser> {
    const purser = await startPurser({
      DATABASE_URL: pair.url,
      PROVIDER_BASE_URL: sandbox.url,
      // Claims wait until the test has cut off the standby.
      DATABASE_LOCK_TIMEOUT_MS: '30000',
      DATABASE_STATEMENT_TIMEOUT_MS: '30000',
      ...settings,
    });
    running.push(purser);
    return purser;
  }

  async function stopAll(): Promise<void> {
    await Promise.all(running.splice(0).map((purser) => purser.close()));
  }

  /** Sends a payout. `recorded` runs after the payout is committed and before it is claimed. */
  async function send(purser: TestPurser, recorded: () => Promise<void>): Promise<Record<string, unknown>> {
    const input = payoutInput();
    const lock = await holdLock(pair.directUrl, 'SELECT FROM payout_gate FOR UPDATE');
    const answer = recordedPayout(purser.api, input);
    await eventually('it is recorded', async () => {
      const rows = await pair.query('SELECT 1 FROM payouts WHERE idempotency_key = $1', [input['idempotencyKey']]);
      return rows[0];
    });
    await recorded();
    await lock.release();
    await answer;
    await eventually('it is sent', async () => ((await payments(input)) === 1 ? true : null));
    return input;
  }

  async function payments(input: Record<string, unknown>): Promise<number> {
    const { requisites } = faultMatch(input);
    return (await sandbox.payouts()).filter(({ account }) => account.requisites === requisites).length;
  }

  /** Waits until the gate has this state, even if the database is down at first. */
  const gateIs = (purser: TestPurser, wanted: object) =>
    eventually(`the gate is ${JSON.stringify(wanted)}`, async () => {
      const gate = await getPayoutGate(purser.api).catch(() => null);
      return gate && Object.entries(wanted).every(([key, value]) => gate[key as keyof typeof gate] === value)
        ? gate
        : null;
    });

  const statusOf = async (input: Record<string, unknown>): Promise<string | undefined> => {
    const [row] = await pair.query<{ status: string }>('SELECT status FROM payouts WHERE idempotency_key = $1', [
      input['idempotencyKey'],
    ]);
    return row?.status;
  };

  /** Waits until the standby has the payout, then holds all further replication. */
  async function leaveStandbyBehind(): Promise<void> {
    await pair.standbyIsLevel();
    pair.replication.hold();
  }

  it.each([
    ['another replica goes on', { senderDies: false }],
    ['the replica that sent it dies with the primary', { senderDies: true }],
  ])('a payout that the database forgets is not resent after a failover when %s', async (_, { senderDies }) => {
    await open('asynchronous');
    const api = await start({ PURSER_ROLES: 'api' });
    if (!senderDies) await start({ PURSER_ROLES: 'worker' });
    const input = await send(api, leaveStandbyBehind);
    await pair.killPrimary();
    if (senderDies) await stopAll();
    await pair.promote();
    const other = senderDies ? await start() : api;
    await gateIs(other, SHUT);
    expect(await statusOf(input)).toBe('APPROVED');
    const { id: nextId } = await recordedPayout(other.api);
    // Only people who may approve see the reason.
    const next = await getPayout(other.approver, nextId);
    expect(next).toMatchObject({ status: 'AWAITING_APPROVAL', approvalReason: 'DATABASE_RESTORED', attempts: [] });
    expect(await payments(input)).toBe(1);
    expect(running.flatMap((purser) => purser.alarms())).toContainEqual(
      expect.objectContaining({ alarm: 'payout_gate_shut', reason: SHUT.reason }),
    );
  });

  it('a payout that the database forgets is not resent if files are restored under running replicas', async () => {
    await open('none');
    const [api, worker] = [await start({ PURSER_ROLES: 'api' }), await start({ PURSER_ROLES: 'worker' })];
    let backup: Awaited<ReturnType<PostgresPair['backUp']>> | undefined;
    const input = await send(api, async () => {
      backup = await pair.backUp();
    });
    // The worker's tick does the same within a second.
    await worker.service(DatabaseFence).compare();
    await pair.restore(backup!);
    await gateIs(api, SHUT);
    expect(await statusOf(input)).toBe('APPROVED');
    expect(await payments(input)).toBe(1);

    // Both replicas remember more than the database has, but the opened gate says that people have looked.
    const [{ id } = { id: '' }] = await pair.query<{ id: string }>('SELECT id FROM payouts');
    await withdrawPayout(api.api, id);
    await openPayoutGate(api, 'Compared with the provider.');
    for (const purser of [api, worker]) await purser.service(DatabaseFence).compare();
    expect(await recordedPayout(api.api)).toMatchObject({ status: 'CREATED' });
    const alarms = running.flatMap((purser) => purser.alarms());
    expect(alarms.filter(({ alarm }) => alarm === 'payout_gate_shut')).toHaveLength(1);
    expect(await payments(input)).toBe(1);
  });

  it.each([
    ['is not sent again', 'with a journal', { journal: true, sent: 1 }],
    ['is sent again, which is what the journal is for,', 'without one', { journal: false, sent: 2 }],
  ])('a payout %s when files are restored while nothing runs, %s', async (_, __, { journal, sent }) => {
    await open('none');
    const settings = journal ? { PAYOUT_JOURNAL_FILE: join(journals.path, 'journal.json') } : {};
    let backup: Awaited<ReturnType<PostgresPair['backUp']>> | undefined;
    const input = await send(await start(settings), async () => {
      backup = await pair.backUp();
    });
    await stopAll();
    await pair.restore(backup!);
    const purser = await start(settings);
    if (journal) await gateIs(purser, SHUT);
    await eventually('it was due', async () => ((await payments(input)) === sent ? true : null));
    expect(await getPayoutGate(purser.api)).toMatchObject({ isOpen: !journal });
  });

  it('with a synchronous standby no payout is forgotten, and payouts continue once there is a standby again', async () => {
    await open('synchronous');
    const purser = await start({ DATABASE_FAILOVER: 'synchronous' });
    const input = payoutInput();
    expect(await recordedPayout(purser.api, input)).toMatchObject({ status: 'CREATED' });
    await pair.failOver();
    const waiting = payoutInput();
    const recorded = await eventually('the database is back', () =>
      recordedPayout(purser.api, waiting).catch(() => null),
    );
    expect(recorded).toMatchObject({ status: 'APPROVED', attempts: [] });
    expect(purser.alarms().filter(({ alarm }) => alarm === 'payouts_wait_for_standby')).toHaveLength(1);

    await pair.addStandby('synchronous');
    await eventually('it is sent', async () => ((await payments(waiting)) === 1 ? true : null));
    expect(await payments(input)).toBe(1);
    expect(await getPayoutGate(purser.api)).toMatchObject({ isOpen: true });
    expect(
      await pair.query('SELECT action, actor_kind FROM audit_entries WHERE subject_type = $1', ['PAYOUT_GATE']),
    ).toEqual([{ action: 'payout_gate.promotion_passed', actor_kind: 'PURSER' }]);
  });
});
