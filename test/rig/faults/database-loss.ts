import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { findProjectRoot } from '../../../dev/start/project-root.js';
import type { LoadedStage } from '../callers/loaded-stage.js';
import { holdLock } from '../stage/postgres/held-lock.js';
import type { PostgresPair } from '../stage/postgres/postgres-pair.js';
import type { FailoverRound } from '../plans/failover-plan.js';

const run = promisify(execFile);

/** The steps of losing the database, in order. */
interface Course {
  /** Marks the moment after which everything will be lost. */
  begin(): Promise<void>;
  /** Brings a database back at the address after the primary has died. */
  recover(): Promise<void>;
}

// Payouts that are recorded before the loss begins and sent after it. Another replica might send these again.
const CAUGHT_PAYOUTS = 3;

// A claim waits two seconds for a lock, so the work has to take less.
const CAUGHT_WITHIN_MS = 1_500;

// Waiting claims are sent within milliseconds after the lock is released.
const SENT_WITHIN_MS = 5_000;

/**
 * Loses the database's latest work and brings the database back. Resolves when the database and all replicas are up
 * again.
 */
export async function loseDatabase(stage: LoadedStage, round: FailoverRound): Promise<void> {
  const { postgres, replicas, control, journalOf } = stage;
  const course = await prepare(postgres, round);
  const sentBefore = (await control.payouts()).length;
  await whileClaimsWait(postgres, () => course.begin());
  if (round.loss !== 'synchronous standby') {
    await delay(round.lostMs);
    await pollUntil(async () => (await control.payouts()).length > sentBefore, { withinMs: SENT_WITHIN_MS });
  }
  const ended = replicas.filter((_, index) => round.ending === 'all' || (round.ending === 'the sender' && index === 0));
  if (round.ending === 'all') await Promise.all(ended.map((replica) => replica.stop()));
  await Promise.all([postgres.killPrimary(), ...(round.ending === 'the sender' ? ended.map((it) => it.kill()) : [])]);
  await delay(round.awayMs);
  await course.recover();
  // The dead machine is replaced by another one, which has no journal.
  if (round.ending === 'the sender') await rm(journalOf(0), { force: true });
  await Promise.all(ended.map((replica) => replica.start()));
}

async function prepare(pair: PostgresPair, { loss }: FailoverRound): Promise<Course> {
  switch (loss) {
    case 'synchronous standby':
      if (!pair.hasStandby) await pair.addStandby('synchronous');
      return {
        begin: () => Promise.resolve(),
        recover: async () => {
          await pair.promote();
          await pair.addStandby('synchronous');
        },
      };
    case 'lagging standby':
      if (!pair.hasStandby) await pair.addStandby('asynchronous');
      await pair.setSynchronous('');
      return {
        begin: async () => {
          await pair.standbyIsLevel();
          pair.replication.hold();
        },
        recover: () => pair.promote(),
      };
    case 'older files': {
      await pair.dropStandby();
      let restore = (): Promise<void> => Promise.resolve();
      return {
        begin: async () => {
          const backup = await pair.backUp();
          restore = () => pair.restore(backup);
        },
        recover: () => restore(),
      };
    }
    case 'older dump': {
      await pair.dropStandby();
      const other = await pair.startElsewhere(migrate);
      return { begin: () => pair.copyRowsTo(other), recover: () => pair.moveTo(other) };
    }
  }
}

/** Creates the tables with the shipped migrations: none of Purser's code is compiled into the campaign. */
async function migrate(url: string): Promise<void> {
  const module = new URL(`file://${findProjectRoot()}/dist/platform/database/migrate.js`).href;
  const script = `const { migrate } = await import(${JSON.stringify(module)}); await migrate(process.env.TARGET_URL);`;
  await run(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TARGET_URL: url } });
}

/**
 * Runs `work` while payouts are recorded and their claims wait, then lets the claims continue. So the loss affects the
 * claims, and not the payouts.
 */
async function whileClaimsWait(pair: PostgresPair, work: () => Promise<void>): Promise<void> {
  const lock = await holdLock(pair.directUrl, 'LOCK TABLE payout_attempts IN SHARE MODE');
  try {
    await pollUntil(
      async () => {
        const [row] = await pair.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE wait_event_type = 'Lock' AND application_name = 'purser-sends'`,
        );
        return (row?.count ?? 0) >= CAUGHT_PAYOUTS;
      },
      { withinMs: CAUGHT_WITHIN_MS },
    );
    await work();
  } finally {
    await lock.release();
  }
}
