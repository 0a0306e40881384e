import type { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { DatabaseSighting } from '../domain/database-history.js';
import { PayoutGateEntity } from './payout-gate.entity.js';

interface CommitSettings {
  readonly synchronous_commit: string;
  readonly standbys: string;
}

/** The row of a look at the gate and the database. Numbers of 64 bits travel as texts. */
interface SightingRow extends CommitSettings {
  readonly is_open: boolean;
  readonly reason: string;
  readonly changed_by: string | null;
  readonly changed_at: Date;
  readonly database_incarnation: number;
  readonly incarnation: number;
  readonly setbacks: number;
  readonly started_at: string;
  readonly log_position: string;
  readonly log_checkpoint: string;
  readonly is_promoted: boolean;
}

/**
 * The columns that a statement selects from `payout_gate` to look at the database as well; every role may call these
 * functions.
 *
 * An incarnation that this very statement begins is not among those that `is_promoted` sees.
 */
const SIGHTING = `current_incarnation() AS database_incarnation, incarnation, setbacks,
  extract(epoch FROM pg_postmaster_start_time())::text AS started_at,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS log_position,
  pg_wal_lsn_diff((SELECT checkpoint_lsn FROM pg_control_checkpoint()), '0/0')::text AS log_checkpoint,
  current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('synchronous_standby_names') AS standbys,
  NOT EXISTS (SELECT FROM database_incarnations
    WHERE number > payout_gate.incarnation AND origin <> 'NEW_TIMELINE') AS is_promoted`;

// Weaker settings acknowledge a commit that no standby has on its disk.
const WAITS_FOR_STANDBY = new Set(['on', 'remote_apply']);

/** The gate, and the database as one statement sees it. */
export interface SightedGate {
  readonly isOpen: boolean;
  readonly reason: string;
  readonly changedBy: string | null;
  readonly changedAt: Date;
  readonly sighting: DatabaseSighting;
  /** Whether commits are acknowledged before they are on the disk. */
  readonly commitsAtOnce: boolean;
}

/**
 * Reads the gate beside a look at the database. In SQL, since functions of the database say what it is, in the statement
 * that reads the gate.
 *
 * @param isHeld has it stay as it is until the transaction ends
 */
export async function sightGate(
  { manager }: DataSource | Transaction,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): Promise<SightedGate> {
  const sight = `SELECT is_open, reason, changed_by, changed_at, ${SIGHTING} FROM payout_gate WHERE id = $1
    ${isHeld ? 'FOR SHARE' : ''}`;
  const [row] = await manager.query<SightingRow[]>(sight, [true]);
  if (!row) throw new Error('The payout gate has no row');
  return {
    isOpen: row.is_open,
    reason: row.reason,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
    sighting: toSighting(row),
    commitsAtOnce: row.synchronous_commit === 'off',
  };
}

/** Whether a standby has what is committed before the commit is acknowledged. Notes nothing, and so waits for no commit. */
export async function commitsWaitForStandby({ manager }: DataSource): Promise<boolean> {
  const settings = await manager
    .createQueryBuilder(PayoutGateEntity, 'gate')
    .select("current_setting('synchronous_commit')", 'synchronous_commit')
    .addSelect("current_setting('synchronous_standby_names')", 'standbys')
    .getRawOne<CommitSettings>();
  return settings !== undefined && waitForStandby(settings);
}

function waitForStandby({ synchronous_commit: mode, standbys }: CommitSettings): boolean {
  return standbys.trim() !== '' && WAITS_FOR_STANDBY.has(mode);
}

/** Has later statements of the transaction see every incarnation of the database, the present one too. */
export async function seeIncarnation(tx: Transaction): Promise<void> {
  await tx.query('SELECT current_incarnation()');
}

function toSighting(row: SightingRow): DatabaseSighting {
  return {
    incarnation: row.database_incarnation,
    setbacks: row.setbacks,
    startedAt: row.started_at,
    position: BigInt(row.log_position),
    checkpoint: BigInt(row.log_checkpoint),
    gateIncarnation: row.incarnation,
    isSynchronous: waitForStandby(row),
    isPromoted: row.is_promoted,
  };
}
