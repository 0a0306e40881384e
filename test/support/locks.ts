import { holdLock } from '../rig/stage/postgres/held-lock.js';
import { eventually } from './eventually.js';
import type { TestDatabase } from './test-database.js';

/** Holds the locks of a statement in a separate session while `work` runs. */
export async function whileHeld<Result>(
  { url }: TestDatabase,
  statement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await holdLock(url, statement);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Locks a payout's row, like a session that changes it. */
export const whilePayoutHeld = <Result>(
  database: TestDatabase,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> => whileHeld(database, `SELECT FROM payouts WHERE id = '${id}' FOR UPDATE`, work);

/** Locks the recipient of a payout, like a session that records another payout to them. */
export const whileRecipientHeld = <Result>(
  database: TestDatabase,
  payoutId: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  whileHeld(
    database,
    `SELECT pg_advisory_xact_lock(hashtextextended(encode(recipient_hash, 'hex'), 0)) FROM payouts
     WHERE id = '${payoutId}'`,
    work,
  );

/** Locks the payout gate, as claims do. */
export const whileGateHeld = <Result>(database: TestDatabase, work: () => Promise<Result>): Promise<Result> =>
  whileHeld(database, `SELECT pg_advisory_xact_lock_shared(hashtextextended('payout-gate', 0))`, work);

/** Prevents all claims of payouts from completing. */
export const whileNoneIsClaimed = <Result>(database: TestDatabase, work: () => Promise<Result>): Promise<Result> =>
  whileHeld(database, 'LOCK TABLE payout_attempts IN SHARE MODE', work);

export function whenWaiting(database: TestDatabase, wanted: number): Promise<true> {
  return eventually(`${wanted} wait for a lock`, async () => {
    const rows = await database.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length >= wanted ? true : null;
  });
}
