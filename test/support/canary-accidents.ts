import { holdLock } from '../rig/stage/postgres/held-lock.js';
import { type CanaryStage, CONNECTION_LOST } from './canary-stage.js';
import { eventually } from './eventually.js';

/** A failure in the middle of a call. */
export interface Accident {
  readonly title: string;
  /** A text that the answer to the call must contain. */
  readonly answer: string;
  /** Triggers the failure. Some failures last until `answered` resolves. */
  readonly happen: (stage: CanaryStage, answered: Promise<unknown>) => Promise<unknown>;
}

export const ACCIDENTS: readonly Accident[] = [
  {
    title: 'the process is killed',
    answer: CONNECTION_LOST,
    happen: async ({ stage }) => stage.replicas[0]?.killAndRestart(),
  },
  {
    title: 'its connection to the database is cut',
    answer: 'DATABASE_UNAVAILABLE',
    happen: async ({ stage }, answered) => {
      await stage.postgres.terminateBackends(1);
      await answered;
    },
  },
  {
    title: 'the database is away',
    // A cut connection gives DATABASE_UNAVAILABLE. A new connection that the database refuses counts as a fault of
    // Purser.
    answer: '"errorId"',
    happen: (stage, answered) => stage.withoutDatabase(() => answered),
  },
  {
    title: 'the database crashes',
    answer: 'DATABASE_UNAVAILABLE',
    happen: async ({ stage }) => stage.postgres.crashAndRestart(),
  },
];

/** A step at which a call is stopped by a lock. */
export interface StopPoint {
  readonly title: string;
  readonly lock: string;
  /** A part of the waiting statement. */
  readonly waiting: string;
  /** Another possible answer, because everything known by then is recorded once the database is back. */
  readonly mayAnswer?: string;
  /** Waits for a row that must exist before the lock is taken. If absent, the lock is taken before the call. */
  readonly once?: () => Promise<unknown>;
}

/** Stops a call at a point, triggers a failure there, and returns the call's answer. */
export async function befall(
  stage: CanaryStage,
  {
    point,
    accident,
    call,
  }: { readonly point: StopPoint; readonly accident: Accident; readonly call: () => Promise<string> },
): Promise<string> {
  const { postgres } = stage.stage;
  let lock = point.once ? null : await holdLock(postgres.url, point.lock);
  try {
    const answered = call();
    if (point.once) {
      await eventually('the call is as far as the lock', point.once);
      lock = await holdLock(postgres.url, point.lock);
    }
    await eventually(`${point.waiting} waits`, async () => {
      const [waiting] = await postgres.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
        [point.waiting],
      );
      return waiting;
    });
    await accident.happen(stage, answered);
    return await answered;
  } finally {
    await lock?.release();
  }
}
