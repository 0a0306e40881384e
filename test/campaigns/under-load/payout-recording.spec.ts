import { eventually } from '../../support/eventually.js';
import { whileHeld } from '../../support/locks.js';
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
} from '../../support/payouts.js';
import { openProxiedSender, type ProxiedSender } from '../../support/proxied-sender.js';
import type { BookedPayout } from '../../support/sandbox.js';

describe('unrecorded results of sent payouts', () => {
  let stage: ProxiedSender;

  beforeAll(async () => {
    stage = await openProxiedSender(
      { PAYOUT_GATE_MAX_UNCONFIRMED: '1' },
      // Shorter than the test waits.
      { DATABASE_POOL_SIZE: '2', DATABASE_STATEMENT_TIMEOUT_MS: '1000', DATABASE_LOCK_TIMEOUT_MS: '500' },
    );
  });

  beforeEach(async () => {
    await openPayoutGate(stage.other, 'A new day.');
  });

  afterAll(() => stage.close());

  /** Waits until the provider has created the payout for this input. */
  function untilMade(input: Record<string, unknown>): Promise<BookedPayout> {
    const { requisites } = faultMatch(input);
    return eventually('the call arrives', async () =>
      (await stage.sandbox.payouts()).find(({ account }) => account.requisites === requisites),
    );
  }

  const payoutOf = async (input: Record<string, unknown>): Promise<{ id: string }> => {
    const [row] = await stage.database.query<{ id: string }>('SELECT id FROM payouts WHERE idempotency_key = $1', [
      input['idempotencyKey'],
    ]);
    return row!;
  };

  const attemptsOf = async (input: Record<string, unknown>): Promise<readonly { state: string; reason: string }[]> =>
    stage.database.query('SELECT state, reason FROM payout_attempts WHERE payout_id = $1 ORDER BY number', [
      (await payoutOf(input)).id,
    ]);

  it('unrecorded results of sent payouts are recorded once the database is back', async () => {
    const input = payoutInput();
    await stage.sandbox.setFault({ on: 'createPayout', fault: 'answerSlowly', delayMs: 500, match: faultMatch(input) });
    const answer = createPayout(stage.sender.api, input).catch(() => 'not answered');
    await untilMade(input);
    stage.proxy.cut();
    expect(await answer).toBe('not answered');
    expect(await attemptsOf(input)).toMatchObject([{ state: 'CLAIMED' }]);
    stage.proxy.heal();
    const payout = await payoutWhen(stage.other.api, await payoutOf(input), ({ status }) => status === 'CREATED');
    expect(payout.attempts).toMatchObject([{ state: 'ACCEPTED', reason: 'RESPONSE' }]);
    await bookedPayout(stage.sandbox, payout);
  });

  it('replace the unknown outcome that another replica recorded meanwhile', async () => {
    const input = payoutInput();
    await stage.sandbox.setFault({ on: 'createPayout', fault: 'answerSlowly', delayMs: 500, match: faultMatch(input) });
    const answer = createPayout(stage.sender.api, input).catch(() => 'not answered');
    await untilMade(input);
    stage.proxy.cut();
    await stage.database.query(`UPDATE payout_attempts SET deadline_at = now() WHERE payout_id = $1`, [
      (await payoutOf(input)).id,
    ]);
    await payoutWhen(stage.other.api, await payoutOf(input), ({ status }) => status === 'UNCONFIRMED');
    await answer;
    stage.proxy.heal();
    const payout = await payoutWhen(stage.other.api, await payoutOf(input), ({ status }) => status === 'CREATED');
    expect(payout.attempts).toMatchObject([{ state: 'ACCEPTED' }]);
  });

  it('unrecorded results of sent payouts are kept even while the gate cannot be shut, which then happens as soon as possible', async () => {
    const input = payoutInput();
    const [match, fault] = [faultMatch(input), 'malformedAnswer'];
    await stage.sandbox.setFault({ on: 'createPayout', fault, variant: 'wrongAmount', match });
    await stage.sandbox.setFault({ on: 'readPayout', fault, variant: 'truncatedJson', times: null, match });
    const payout = await whileHeld(stage.database, 'SELECT FROM payout_gate FOR SHARE', async () => {
      const recorded = await recordedPayout(stage.sender.api, input);
      expect(await getPayoutGate(stage.other.api)).toMatchObject({ isOpen: true });
      return recorded;
    });
    expect(payout).toMatchObject({ status: 'UNCONFIRMED' });
    expect(payout.evidence).toMatchObject([
      { kind: 'RESPONSE_UNUSABLE', providerPayoutId: (await bookedPayout(stage.sandbox, payout)).id },
    ]);
    await eventually('the gate is shut', async () => ((await getPayoutGate(stage.other.api)).isOpen ? null : true));
  });

  it('unrecorded results of sent payouts are not affected by a payout that cannot be decrypted: it is not claimed, and others are sent', async () => {
    await setPayoutGate(stage.other.api, { isOpen: false, reason: 'So that a tick sends them together.' });
    const payouts: PayoutView[] = [];
    while (payouts.length < 3) payouts.push(await recordedPayout(stage.sender.api));
    const [unreadable, ...others] = payouts as [PayoutView, ...PayoutView[]];
    await stage.database.query(`UPDATE payouts SET sealed_recipient = '\\x00' WHERE id = $1`, [unreadable.id]);
    await openPayoutGate(stage.other, 'Now.');
    for (const payout of others) await payoutWhen(stage.other.api, payout, ({ status }) => status === 'CREATED');
    const [row] = await stage.database.query(
      'SELECT submission_state, problem, attempts_made FROM payouts WHERE id = $1',
      [unreadable.id],
    );
    expect(row).toEqual({
      submission_state: 'APPROVED',
      problem: 'It cannot be sent (recipient_unreadable).',
      attempts_made: 0,
    });
    await stage.database.query(`DELETE FROM payouts WHERE id = $1`, [unreadable.id]).catch(() => undefined);
  });

  it('shut the gate with an alarm if the database no longer has the attempt', async () => {
    const input = payoutInput();
    await stage.sandbox.setFault({ on: 'createPayout', fault: 'answerSlowly', delayMs: 500, match: faultMatch(input) });
    const answer = createPayout(stage.sender.api, input);
    const made = await untilMade(input);
    await stage.database.query('DELETE FROM payout_attempts WHERE id = $1', [made.externalId]);
    await answer;
    const gate = await getPayoutGate(stage.other.api);
    expect(gate).toMatchObject({ isOpen: false, reason: 'The database lacks an attempt that was committed.' });
    // Two applications in one process share the log of the second.
    expect(stage.other.alarms()).toContainEqual(
      expect.objectContaining({
        alarm: 'payout_attempt_missing',
        attemptId: made.externalId,
        outcome: 'accepted',
        providerPayoutId: made.id,
      }),
    );
  });
});
