import { randomUUID } from 'node:crypto';
import { CRASH_POINTS, type CrashPoint, type Step, type Stop } from '../../rig/plans/crash-points.table.js';
import type { PayoutRequest } from '../../rig/plans/payout-request.js';
import { openPair, openStage, type PairStage } from '../../rig/stage/stage.js';
import { holdLock } from '../../rig/stage/postgres/held-lock.js';
import type { BookedPayout } from '../../rig/stage/sandbox/sandbox-control.js';
import { PurserSubject } from '../../rig/subjects/purser-subject.js';
import { eventually } from '../../support/eventually.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const LOCK_AWAITED = `EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
  AND application_name IN ('purser', 'purser-sends'))`;
const ROW_AWAITED = `EXISTS (SELECT FROM pg_stat_activity
  WHERE wait_event IN ('transactionid', 'tuple') AND application_name = 'purser')`;
const RECORDED = 'EXISTS (SELECT FROM payouts WHERE idempotency_key = $1)';
const ATTEMPT_IS = `EXISTS (SELECT FROM payout_attempts JOIN payouts ON payouts.id = payout_id
  WHERE idempotency_key = $1 AND state = `;

/** SQL conditions that show how far the payout with the idempotency key $1 has come. */
const REACHED: Readonly<Record<Exclude<Step, 'is sent'>, string>> = {
  'record waits': `NOT ${RECORDED} AND ${LOCK_AWAITED}`,
  'claim waits': `${RECORDED} AND ${LOCK_AWAITED}`,
  'is claimed': `${ATTEMPT_IS} 'CLAIMED')`,
  'outcome waits': `${ATTEMPT_IS} 'CLAIMED') AND ${ROW_AWAITED}`,
  'is bound': `${ATTEMPT_IS} 'ACCEPTED')`,
};

describe('payout whose process is killed', () => {
  const state = temporaryDirectory();
  let stage: PairStage;
  let request: PayoutRequest;

  beforeAll(async () => {
    stage = await openStage({
      directory: state.path,
      replicas: 2,
      openDatabase: openPair,
      // Only the first replica runs ticks, so only this one, which is killed, ever sends. The second receives webhooks.
      makeSubject: (parts) =>
        new PurserSubject(parts, (replica) => ({ PURSER_ROLES: replica === 0 ? 'api,worker' : 'api' })),
      isProxied: true,
    });
    await stage.subject.begin(stage.replicaUrls[0]!);
  });

  afterAll(async () => {
    await stage.close();
    state.remove();
  });

  beforeEach(() => {
    const id = randomUUID();
    request = {
      idempotencyKey: id,
      amount: '12.34',
      currency: 'BRL',
      paymentType: 'EMAIL',
      recipient: { name: 'Ana Silva', requisites: `${id}@example.com`, userId: 'user-1' },
    };
  });

  afterEach(() => stage.control.clearFaults());

  it.each(CRASH_POINTS)(
    'a payout killed at $step with webhooks $webhooks ends $status, paid $payments times',
    async (point) => {
      const [victim] = stage.replicas;
      await setFaults(point);
      const [first, ...others] = point.stops ?? [];
      let [stop, release] = [first, await begin(first)];
      const asked = ask().catch(() => 'connection lost');
      for (const next of others) {
        const step = stop?.until ?? 'is claimed';
        await eventually(step, () => findStep(step));
        const releaseLast = release;
        [stop, release] = [next, await begin(next)];
        await releaseLast();
      }
      await eventually(point.reached, () => findStep(point.reached));
      await victim!.kill();
      await asked;
      await release();
      // No process is left to send or record the payout, so its deadline is moved from half a minute ahead to now.
      await stage.postgres.query(`UPDATE payout_attempts SET deadline_at = now() WHERE state = 'CLAIMED'`);
      await victim!.start();

      const { id } = await eventually('the caller is answered', () => ask().catch(() => null));
      await eventually(`it is ${point.status}`, async () => ((await statusOf(id)) === point.status ? true : null));
      const payments = (await stage.control.payouts()).filter(isOurs);
      const attempts = (await stage.subject.attempts()).filter(({ payoutId }) => payoutId === id);
      expect([payments.length, attempts.length]).toEqual([point.payments, 1]);
    },
  );

  async function setFaults({ fault, webhooks }: CrashPoint): Promise<void> {
    const match = { requisites: request.recipient.requisites };
    if (fault) await stage.control.setFault({ ...fault, match });
    if (webhooks === 'are lost') {
      await stage.control.setFault({ on: 'payoutWebhook', fault: 'lose', times: null, match });
    }
  }

  /** Stops the payout at a point. Returns a function that lets it continue. */
  async function begin(stop: Stop | undefined): Promise<() => Promise<void>> {
    if (stop === undefined) return () => Promise.resolve();
    if (stop.by === 'unanswered claim') {
      const { address } = stage.postgres;
      address.decideCommits((sent) => (/INSERT INTO "?payout_attempts"?/.test(sent) ? 'is held' : 'passes'));
      return () => {
        address.passCommits();
        return Promise.resolve();
      };
    }
    const lock = await holdLock(stage.postgres.directUrl, stop.by.lock);
    return () => lock.release();
  }

  const ask = () => stage.subject.ask(request, stage.replicaUrls[0]!);

  const isOurs = ({ account }: BookedPayout): boolean => account.requisites === request.recipient.requisites;

  async function findStep(step: Step): Promise<unknown> {
    if (step === 'is sent') return (await stage.control.payouts()).find(isOurs);
    const [row] = await stage.postgres.query(`SELECT 1 WHERE ${REACHED[step]}`, [request.idempotencyKey]);
    return row;
  }

  async function statusOf(id: string): Promise<string | undefined> {
    const [row] = await stage.postgres.query<{ status: string }>('SELECT status FROM payouts WHERE id = $1', [id]);
    return row?.status;
  }
});
