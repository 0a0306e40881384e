import { DatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { whileHeld } from '../support/locks.js';
import {
  bookedPayout,
  createPayout,
  faultMatch,
  getPayoutGate,
  openPayoutGate,
  payoutInput,
  payoutWhen,
  type PayoutView,
  recordedPayout,
  setPayoutGate,
} from '../support/payouts.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { type BookedPayout, TestSandbox } from '../support/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('what a process knows of the payouts that it sent', () => {
  let sandbox: TestSandbox;
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  /** Sends through the proxy, with two connections, and never by a tick. */
  let sender: TestPurser;
  /** Another replica, which no fault happens to. */
  let other: TestPurser;

  beforeAll(async () => {
    [sandbox, database] = await Promise.all([TestSandbox.start(), createTestDatabase()]);
    proxy = await DatabaseProxy.start(database.url);
    const settings = { PROVIDER_BASE_URL: sandbox.url, PROVIDER_TIMEOUT_MS: '10000', PAYOUT_GATE_MAX_UNCONFIRMED: '1' };
    sender = await startPurser({
      ...settings,
      DATABASE_URL: proxy.url,
      PURSER_ROLES: 'api',
      DATABASE_POOL_SIZE: '2',
      // Shorter than a test waits.
      DATABASE_STATEMENT_TIMEOUT_MS: '1000',
      DATABASE_LOCK_TIMEOUT_MS: '500',
    });
    other = await startPurser({ ...settings, DATABASE_URL: database.url });
  });

  beforeEach(async () => {
    await openPayoutGate(other, 'A new day.');
  });

  afterAll(async () => {
    await Promise.all([sender.close(), other.close()]);
    await proxy.close();
    await Promise.all([sandbox.close(), database.drop()]);
  });

  /** Waits until the payment service has made the payout of this input. */
  function untilMade(input: Record<string, unknown>): Promise<BookedPayout> {
    const { requisites } = faultMatch(input);
    return eventually('the call arrives', async () =>
      (await sandbox.payouts()).find(({ account }) => account.requisites === requisites),
    );
  }

  const payoutOf = async (input: Record<string, unknown>): Promise<{ id: string }> => {
    const [row] = await database.query<{ id: string }>('SELECT id FROM payouts WHERE idempotency_key = $1', [
      input['idempotencyKey'],
    ]);
    return row!;
  };

  const attemptsOf = async (input: Record<string, unknown>): Promise<readonly { state: string; reason: string }[]> =>
    database.query('SELECT state, reason FROM payout_attempts WHERE payout_id = $1 ORDER BY number', [
      (await payoutOf(input)).id,
    ]);

  it('is recorded once the database is back', async () => {
    const input = payoutInput();
    await sandbox.setFault({ on: 'createPayout', fault: 'answerSlowly', delayMs: 500, match: faultMatch(input) });
    const answer = createPayout(sender.api, input).catch(() => 'not answered');
    await untilMade(input);
    proxy.cut();
    expect(await answer).toBe('not answered');
    expect(await attemptsOf(input)).toMatchObject([{ state: 'CLAIMED' }]);
    proxy.heal();
    const payout = await payoutWhen(other.api, await payoutOf(input), ({ status }) => status === 'CREATED');
    expect(payout.attempts).toMatchObject([{ state: 'ACCEPTED', reason: 'RESPONSE' }]);
    await bookedPayout(sandbox, payout);
  });

  it('wins over a sweep that came first', async () => {
    const input = payoutInput();
    await sandbox.setFault({ on: 'createPayout', fault: 'answerSlowly', delayMs: 500, match: faultMatch(input) });
    const answer = createPayout(sender.api, input).catch(() => 'not answered');
    await untilMade(input);
    proxy.cut();
    await database.query(`UPDATE payout_attempts SET deadline_at = now() WHERE payout_id = $1`, [
      (await payoutOf(input)).id,
    ]);
    await payoutWhen(other.api, await payoutOf(input), ({ status }) => status === 'UNCONFIRMED');
    await answer;
    proxy.heal();
    const payout = await payoutWhen(other.api, await payoutOf(input), ({ status }) => status === 'CREATED');
    expect(payout.attempts).toMatchObject([{ state: 'ACCEPTED' }]);
  });

  it('is kept though the gate cannot be reviewed, and the gate is reviewed as soon as it can be', async () => {
    const input = payoutInput();
    const [match, fault] = [faultMatch(input), 'malformedAnswer'];
    await sandbox.setFault({ on: 'createPayout', fault, variant: 'wrongAmount', match });
    await sandbox.setFault({ on: 'readPayout', fault, variant: 'truncatedJson', times: null, match });
    const payout = await whileHeld(database, 'SELECT FROM payout_gate FOR SHARE', async () => {
      const recorded = await recordedPayout(sender.api, input);
      expect(await getPayoutGate(other.api)).toMatchObject({ isOpen: true });
      return recorded;
    });
    expect(payout).toMatchObject({ status: 'UNCONFIRMED' });
    expect(payout.evidence).toMatchObject([
      { kind: 'RESPONSE_UNUSABLE', providerPayoutId: (await bookedPayout(sandbox, payout)).id },
    ]);
    await eventually('the gate is shut', async () => ((await getPayoutGate(other.api)).isOpen ? null : true));
  });

  it('is not lost when what a request needs cannot be opened: nothing is claimed, and others go', async () => {
    await setPayoutGate(other.api, { isOpen: false, reason: 'So that a tick sends them together.' });
    const payouts: PayoutView[] = [];
    while (payouts.length < 3) payouts.push(await recordedPayout(sender.api));
    const [unreadable, ...others] = payouts as [PayoutView, ...PayoutView[]];
    await database.query(`UPDATE payouts SET sealed_recipient = '\\x00' WHERE id = $1`, [unreadable.id]);
    await openPayoutGate(other, 'Now.');
    for (const payout of others) await payoutWhen(other.api, payout, ({ status }) => status === 'CREATED');
    const [row] = await database.query('SELECT submission_state, problem, attempts_made FROM payouts WHERE id = $1', [
      unreadable.id,
    ]);
    expect(row).toEqual({
      submission_state: 'APPROVED',
      problem: 'It cannot be sent (recipient_unreadable).',
      attempts_made: 0,
    });
    await database.query(`DELETE FROM payouts WHERE id = $1`, [unreadable.id]).catch(() => undefined);
  });

  it('shuts the gate and is told when the database has no such attempt any more', async () => {
    const input = payoutInput();
    await sandbox.setFault({ on: 'createPayout', fault: 'answerSlowly', delayMs: 500, match: faultMatch(input) });
    const answer = createPayout(sender.api, input);
    const made = await untilMade(input);
    await database.query('DELETE FROM payout_attempts WHERE id = $1', [made.externalId]);
    await answer;
    const gate = await getPayoutGate(other.api);
    expect(gate).toMatchObject({ isOpen: false, reason: 'The database lacks an attempt that was committed.' });
    // Two applications in one process share the log of the one that came last.
    expect(other.alarms()).toContainEqual(
      expect.objectContaining({
        alarm: 'payout_attempt_missing',
        attemptId: made.externalId,
        outcome: 'accepted',
        providerPayoutId: made.id,
      }),
    );
  });
});
