import type { DatabaseSighting } from '../domain/database-history.js';

/** What a look at the database brings. Numbers of 64 bits travel as texts. */
export interface SightingRow {
  readonly database_incarnation: number;
  readonly incarnation: number;
  readonly setbacks: number;
  readonly started_at: string;
  readonly log_position: string;
  readonly log_checkpoint: string;
  readonly synchronous_commit: string;
  readonly standbys: string;
  readonly is_promoted: boolean;
}

/**
 * What a statement selects from `payout_gate` to look at the database as well; every role may call these functions.
 *
 * An incarnation that this very statement begins is not among those that `is_promoted` sees.
 */
export const SIGHTING = `current_incarnation() AS database_incarnation, incarnation, setbacks,
  extract(epoch FROM pg_postmaster_start_time())::text AS started_at,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS log_position,
  pg_wal_lsn_diff((SELECT checkpoint_lsn FROM pg_control_checkpoint()), '0/0')::text AS log_checkpoint,
  current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('synchronous_standby_names') AS standbys,
  NOT EXISTS (SELECT FROM database_incarnations
    WHERE number > payout_gate.incarnation AND origin <> 'NEW_TIMELINE') AS is_promoted`;

// Weaker settings acknowledge a commit that no standby has on its disk.
const WAITS_FOR_STANDBY = new Set(['on', 'remote_apply']);

/** A row as the validation takes it. */
export function toSighting(row: SightingRow): DatabaseSighting {
  return {
    incarnation: row.database_incarnation,
    setbacks: row.setbacks,
    startedAt: row.started_at,
    position: BigInt(row.log_position),
    checkpoint: BigInt(row.log_checkpoint),
    gateIncarnation: row.incarnation,
    isSynchronous: row.standbys.trim() !== '' && WAITS_FOR_STANDBY.has(row.synchronous_commit),
    isPromoted: row.is_promoted,
  };
}
