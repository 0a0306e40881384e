import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import {
  bangladeshInput,
  bookedPayout,
  faultMatch,
  getPayout,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
} from '../support/payouts.js';
import { IMPATIENT, OPEN_GATE } from '../support/settings.js';
import { faultStage } from '../support/fault-stage.js';

interface Trace {
  readonly namedPayoutId: string | null;
  readonly made: number;
  readonly isDue: boolean;
}

describe('payout with an unusable answer that names an id', () => {
  let desk: Desk;

  faultStage(async () => {
    desk = await openDesk({
      ...IMPATIENT,
      ...OPEN_GATE,
    });
    return desk;
  });

  /** Sends a payout that the provider creates but answers wrongly. No webhook follows. */
  async function misanswered(
    variant: string,
    { input = payoutInput(), read }: { input?: Record<string, unknown>; read?: Record<string, unknown> } = {},
  ): Promise<PayoutView> {
    const match = faultMatch(input);
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'malformedAnswer', variant, match });
    if (read) await desk.sandbox.setFault({ on: 'readPayout', match, ...read });
    return recordedPayout(desk.purser.api, input);
  }

  async function traceOf({ attempts }: PayoutView): Promise<Trace> {
    const [row] = await desk.database.query<Trace>(
      `SELECT named_payout_id AS "namedPayoutId", named_polls_made AS made, next_named_poll_at IS NOT NULL AS "isDue"
       FROM payout_attempts WHERE id = $1`,
      [attempts[0]!.id],
    );
    return row!;
  }

  /** Waits until this number of read-backs of the named id has been recorded. */
  const traced = (payout: PayoutView, times: number): Promise<Trace> =>
    eventually(`${times} traces`, async () => {
      const trace = await traceOf(payout);
      return trace.made === times ? trace : null;
    });

  /** Makes the next read-back due now. */
  async function comeDue({ attempts }: PayoutView): Promise<void> {
    await desk.database.query('UPDATE payout_attempts SET next_named_poll_at = now() WHERE id = $1', [attempts[0]!.id]);
  }

  it.each(['wrongAmount', 'wrongRequisites', 'nullFields', 'wrongContentType', 'truncatedJson', 'hugeBody'])(
    'a payout answered with %s is bound once the read-back shows its callback URL',
    async (variant) => {
      const payout = await misanswered(variant);
      const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
      const bound = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
      expect(bound).toMatchObject({ providerPayoutId, problem: null, attempts: [{ state: 'ACCEPTED' }] });
      expect(bound.evidence).toMatchObject([
        { kind: 'RESPONSE_UNUSABLE', providerPayoutId, actor: null },
        { kind: 'CALLBACK_URL', providerPayoutId, actor: null },
      ]);
      expect(bound.timeline.map(({ to }) => to).slice(-2)).toEqual(['UNCONFIRMED', 'CREATED']);
      expect(await traced(payout, 1)).toMatchObject({ isDue: false });
    },
  );

  it('the payout shows the named id while nothing more is known, and a later read-back binds it', async () => {
    const payout = await misanswered('wrongAmount', { read: { fault: 'hang', times: null } });
    const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
    expect(await traced(payout, 1)).toEqual({ namedPayoutId: providerPayoutId, made: 1, isDue: true });
    const waiting = await getPayout(desk.purser.api, payout.id);
    expect(waiting).toMatchObject({
      status: 'UNCONFIRMED',
      providerPayoutId: null,
      evidence: [{ kind: 'RESPONSE_UNUSABLE', attemptId: payout.attempts[0]!.id, providerPayoutId }],
    });
    expect(waiting.problem).toContain(providerPayoutId);
    const found = await desk.purser.api.request<{ payouts: { edges: { node: { id: string } }[] } }>(
      'query ($id: String) { payouts(filter: { anyId: $id }) { edges { node { id } } } }',
      { id: providerPayoutId },
    );
    expect(found.payouts.edges).toEqual([{ node: { id: payout.id } }]);

    await desk.sandbox.clearFaults();
    await comeDue(payout);
    await payoutWhen(desk.purser.api, payout, (now) => now.providerPayoutId === providerPayoutId);
  });

  it('a payout is not bound while the read-back shows its callback URL with another amount', async () => {
    const read = { fault: 'malformedAnswer', variant: 'wrongAmount', times: 1 };
    const payout = await misanswered('wrongAmount', { read });
    expect(await traced(payout, 1)).toMatchObject({ isDue: true });
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'UNCONFIRMED' });
    await comeDue(payout);
    await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
  });

  it('a payout is not bound without a callback URL, whatever else matches', async () => {
    const payout = await misanswered('wrongAmount', { input: bangladeshInput() });
    await bookedPayout(desk.sandbox, payout);
    expect(await traced(payout, 1)).toMatchObject({ isDue: true });
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({
      status: 'UNCONFIRMED',
      evidence: [{ kind: 'RESPONSE_UNUSABLE' }],
    });
  });

  it('a named id is read back a limited number of times', async () => {
    const payout = await misanswered('wrongAmount', { input: bangladeshInput() });
    for (let made = 1; made <= 10; made += 1) {
      expect(await traced(payout, made)).toMatchObject({ isDue: true });
      await comeDue(payout);
    }
    expect(await traced(payout, 11)).toMatchObject({ isDue: false });
  });

  it('a payout is unconfirmed immediately, and the named id read back once, if the id belongs to another payout', async () => {
    const other = await recordedPayout(desk.purser.api);
    const payout = await misanswered('otherId');
    expect(payout).toMatchObject({
      status: 'UNCONFIRMED',
      providerPayoutId: null,
      attempts: [{ state: 'UNKNOWN', reason: 'ID_TAKEN' }],
      evidence: [{ kind: 'RESPONSE_UNUSABLE', providerPayoutId: other.providerPayoutId }],
    });
    expect(await traced(payout, 1)).toEqual({ namedPayoutId: other.providerPayoutId, made: 1, isDue: false });
    expect(await getPayout(desk.purser.api, other.id)).toEqual(other);
  });

  it('an answer without an id causes no read-backs', async () => {
    const payout = await misanswered('noId');
    expect(payout).toMatchObject({ status: 'UNCONFIRMED', evidence: [] });
    expect(await traceOf(payout)).toEqual({ namedPayoutId: null, made: 0, isDue: false });
  });
});
