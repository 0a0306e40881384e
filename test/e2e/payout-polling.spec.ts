import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  bangladeshInput,
  faultMatch,
  getPayout,
  listPayoutIds,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  refreshPayout,
} from '../support/payouts.js';
import { confirmSuspicions, makePollDue } from '../support/payout-ageing.js';
import { scheduleOf } from '../support/polls.js';

interface TrackedPayout extends PayoutView {
  readonly providerPayoutId: string;
  /** Selects this payout in a fault of the sandbox. */
  readonly match: { readonly requisites: string };
}

const everySecond = Array.from({ length: 50 }, (_, second) => second + 1);

describe('polling payouts', () => {
  let desk: Desk;
  let api: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({
      PROVIDER_PROFILE_FILE: jsonFile({
        payoutCheckDelaysSeconds: [1],
        payoutReverifyDelaysSeconds: everySecond,
        payoutRecheckDelaysSeconds: [60, 120],
      }),
    });
    api = desk.purser.api;
  });

  afterAll(async () => {
    await desk.close();
  });

  async function tracked(input = payoutInput()): Promise<TrackedPayout> {
    const payout = await recordedPayout(api, input);
    return { ...payout, providerPayoutId: payout.providerPayoutId!, match: faultMatch(input) };
  }

  /** Makes the provider answer with this status until faults are cleared. */
  const say = (word: string, { match }: TrackedPayout): Promise<void> =>
    desk.sandbox.setFault({ on: 'readPayout', fault: 'unknownStatus', word, times: null, match });

  const moveTo = async (payout: TrackedPayout, steps: readonly ('process' | 'complete' | 'fail')[]): Promise<void> => {
    for (const step of steps) await desk.sandbox.movePayout(payout.providerPayoutId, step);
  };

  const alarmOf = (alarm: string, { id }: PayoutView): Promise<unknown> =>
    eventually(`the alarm ${alarm}`, () =>
      Promise.resolve(desk.purser.alarms().find((raised) => raised.alarm === alarm && raised.payoutId === id)),
    );

  /** Polls the payout until it has a status, and skips the ten seconds required between two polls. */
  const pollUntil = (payout: PayoutView, wanted: string): Promise<PayoutView> =>
    eventually(`payout ${payout.id} is ${wanted}`, async () => {
      await confirmSuspicions(desk.database, payout);
      await makePollDue(desk.database, payout);
      const now = await getPayout(api, payout.id);
      return now.status === wanted ? now : null;
    });

  const causes = ({ timeline }: PayoutView): string[] => timeline.map(({ to, cause }) => `${to} by ${cause}`);

  it('polls follow a payout to its final status without webhooks, even if PROCESSING is called PENDING', async () => {
    const payout = await tracked(bangladeshInput());
    expect(payout).toMatchObject({ status: 'CREATED', isFinal: false });
    await moveTo(payout, ['process']);
    const pending = await payoutWhen(api, payout, ({ status }) => status === 'PROCESSING');
    expect(pending).toMatchObject({ providerStatus: 'PENDING', problem: null });
    await moveTo(payout, ['complete']);
    const done = await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
    expect(done).toMatchObject({ isFinal: true, problem: null, attempts: [{ state: 'ACCEPTED' }] });
    expect(causes(done).slice(-2)).toEqual(['PROCESSING by POLL', 'COMPLETED by POLL']);
  });

  it.each(['fail', 'cancel', 'expire'] as const)(
    'payouts are read again for a limited time once they %s',
    async (step) => {
      const payout = await tracked();
      await desk.sandbox.movePayout(payout.providerPayoutId, step);
      const ended = await payoutWhen(api, payout, ({ isFinal }) => isFinal);
      expect(ended).toMatchObject({ status: { fail: 'FAILED', cancel: 'CANCELED', expire: 'EXPIRED' }[step] });
      expect(ended.nextCheckAt).not.toBeNull();
      for (const [reads, isLast] of [
        [1, false],
        [2, true],
      ] as const) {
        await makePollDue(desk.database, payout);
        // The worker schedules the next check when it claims the payout, which is before it reads the payout back.
        const { next_check_at: next } = await eventually('the poll has read it', async () => {
          const made = await scheduleOf(desk.database, 'payouts', payout.id);
          return made.checks_made === reads ? made : null;
        });
        expect(next === null).toBe(isLast);
      }
    },
  );

  it('a later poll finds a failed payout paid, without a webhook', async () => {
    const payout = await tracked();
    await moveTo(payout, ['fail']);
    await payoutWhen(api, payout, ({ status }) => status === 'FAILED');
    await say('COMPLETED', payout);
    await pollUntil(payout, 'COMPLETED');
    await alarmOf('payout_corrected', payout);
  });

  describe('completed payouts', () => {
    it('a correction without a webhook counts once it was read twice', async () => {
      const payout = await tracked();
      await moveTo(payout, ['process', 'complete']);
      await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
      await moveTo(payout, ['fail']);
      const suspected = await payoutWhen(api, payout, ({ problem }) => problem !== null);
      expect(suspected).toMatchObject({ status: 'COMPLETED', correctedAt: null });
      expect(suspected.problem).toContain('FAILED');
      await soonerChecked(payout);
      const corrected = await payoutWhen(api, payout, ({ status }) => status === 'FAILED');
      expect(corrected).toMatchObject({ isFinal: true, providerStatus: 'FAILED' });
      expect(corrected.correctedAt).not.toBeNull();
      expect(corrected.problem).toContain('corrected');
      expect(causes(corrected).at(-1)).toBe('FAILED by POLL');
      await alarmOf('payout_corrected', payout);
      expect(await listPayoutIds(api, { sets: ['CORRECTED'] })).toContain(payout.id);
    });

    it('a corrected payout can be corrected back', async () => {
      const payout = await tracked();
      await moveTo(payout, ['process', 'complete']);
      await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
      await correct(payout, 'FAILED');
      await correct(payout, 'COMPLETED');
      expect(causes(await correct(payout, 'FAILED')).slice(-3)).toEqual([
        ...['FAILED by POLL', 'COMPLETED by POLL', 'FAILED by POLL'],
      ]);
    });

    it.each(['CREATED', 'PROCESSING', 'FAILED', 'GONE'])(
      'a completed payout stays completed when one answer says %s and the next says COMPLETED',
      async (word) => {
        const payout = await tracked();
        await moveTo(payout, ['complete']);
        await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
        await desk.sandbox.setFault({ on: 'readPayout', fault: 'unknownStatus', word, match: payout.match });
        const suspected = await payoutWhen(api, payout, ({ problem }) => problem !== null);
        expect(suspected.status).toBe('COMPLETED');
        expect((await refreshPayout(api, payout.id)).payout).toMatchObject({
          status: 'COMPLETED',
          problem: null,
          correctedAt: null,
        });
      },
    );

    /** The provider changes the final status without a webhook, and polls find it. */
    async function correct(payout: TrackedPayout, word: string): Promise<PayoutView> {
      await desk.sandbox.clearFaults();
      await say(word, payout);
      return pollUntil(payout, word);
    }

    /** Skips the ten seconds after which a correction is confirmed. */
    async function soonerChecked(payout: PayoutView): Promise<void> {
      await confirmSuspicions(desk.database, payout);
      await makePollDue(desk.database, payout);
    }
  });

  it('an unknown status is shown with an alarm, and the next known status moves the payout', async () => {
    const payout = await tracked();
    await say('ON_HOLD <b>', payout);
    const odd = await payoutWhen(api, payout, ({ status }) => status === 'UNRECOGNIZED');
    expect(odd).toMatchObject({ providerStatus: 'ON_HOLD <b>', isFinal: false });
    expect(odd.problem).toContain('ON_HOLD <b>');
    expect(odd.nextCheckAt).not.toBeNull();
    await alarmOf('payout_status_unrecognized', payout);
    await desk.sandbox.clearFaults();
    await moveTo(payout, ['complete']);
    const done = await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
    expect(done).toMatchObject({ providerStatus: 'COMPLETED', problem: null });
  });
});
