import { type Spread, spreadOf } from '../../test/rig/report/spread.js';
import type { Stage, StageDatabase } from '../stage/bench-stage.js';

/** Seconds from the start of the process until it is ready. */
export interface BootFigures {
  /** For a start on a database without tables, which Purser then migrates. */
  readonly migrating: number;
  readonly empty: Spread;
  /** For starts on a restored database with a large status log. */
  readonly restored: Spread;
}

/** Limit in seconds for a start on the restored log. */
export const BOOT_TARGET = 10;

export const RESTORED_CHANGES = 1_000_000;

/** Measures starts of Purser with all its roles, alternating between the databases. */
export async function measureBoot(stage: Stage, rounds: number): Promise<BootFigures> {
  const empty = await stage.createDatabase('boot_empty');
  const migrating = await timeBoot(stage, empty);
  const restored = await stage.createDatabase('boot_restored');
  await timeBoot(stage, restored);
  // Simulates a dump and restore: transaction ids that this cluster has not reached yet, and no statistics.
  await restored.pool.query(
    `INSERT INTO status_changes (incarnation, tx_id, subject_type, subject_id, to_status, cause)
     SELECT (SELECT current_incarnation()), (18000000000000000000 + n)::text::xid8, 'ORDER', gen_random_uuid(), 'CREATED', 'API'
     FROM generate_series(1, $1::int) AS n`,
    [RESTORED_CHANGES],
  );
  // Without this checkpoint, the first starts would compete for the disk with the writes of the seeding.
  await restored.pool.query('CHECKPOINT');
  const seconds = { empty: [] as number[], restored: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    seconds.empty.push(await timeBoot(stage, empty));
    await moveToAnotherCluster(restored);
    seconds.restored.push(await timeBoot(stage, restored));
  }
  return { migrating, empty: spreadOf(seconds.empty), restored: spreadOf(seconds.restored) };
}

/** Makes the database look restored into this cluster, so that the next start begins an incarnation. */
async function moveToAnotherCluster({ pool }: StageDatabase): Promise<void> {
  await pool.query('UPDATE database_incarnations SET system_identifier = system_identifier - 1');
}

async function timeBoot(stage: Stage, { url }: StageDatabase): Promise<number> {
  const begunAt = performance.now();
  const purser = await stage.startPurser({ DATABASE_URL: url, PURSER_ROLES: 'api,worker' });
  const seconds = (performance.now() - begunAt) / 1_000;
  await purser.stop();
  return seconds;
}
