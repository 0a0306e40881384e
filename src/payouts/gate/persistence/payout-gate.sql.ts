import type { Repository } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { DatabaseSighting } from '../domain/database-history.js';
import type { PayoutGateEntity } from './payout-gate.entity.js';

interface CommitSettings {
  readonly synchronous_commit: string;
  readonly standbys: string;
}

/** Numbers with 64 bits are transferred as text. */
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
 * SQL columns that add the database's position to a SELECT from `payout_gate`. Every role may call these functions.
 *
 * `is_promoted` does not see an incarnation that the same statement creates.
 */
const SIGHTING = `current_incarnation() AS database_incarnation, incarnation, setbacks,
  extract(epoch FROM pg_postmaster_start_time())::text AS started_at,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS log_position,
  pg_wal_lsn_diff((SELECT checkpoint_lsn FROM pg_control_checkpoint()), '0/0')::text AS log_checkpoint,
  current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('synchronous_standby_names') AS standbys,
  NOT EXISTS (SELECT FROM database_incarnations
    WHERE number > payout_gate.incarnation AND origin <> 'NEW_TIMELINE') AS is_promoted`;

// With weaker settings, a commit is acknowledged before a standby has it on disk.
const WAITS_FOR_STANDBY = new Set(['on', 'remote_apply']);

export interface SightedGate {
  readonly isOpen: boolean;
  readonly reason: string;
  readonly changedBy: string | null;
  readonly changedAt: Date;
  readonly sighting: DatabaseSighting;
  /** Whether commits are acknowledged before they are on disk. */
  readonly commitsAtOnce: boolean;
}

/**
 * Reads the gate and the database's position in one statement. In SQL, because database functions report the position.
 * @param isHeld whether to lock the gate until the transaction ends
 */
export async function sightGate(
  gates: Repository<PayoutGateEntity>,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): Promise<SightedGate> {
  const sight = `SELECT is_open, reason, changed_by, changed_at, ${SIGHTING} FROM payout_gate WHERE id = $1
    ${isHeld ? 'FOR SHARE' : ''}`;
  const [row] = await gates.query<SightingRow[]>(sight, [true]);
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

/** Whether commits wait for a standby. The query writes nothing, so it does not wait for one itself. */
export async function commitsWaitForStandby(gates: Repository<PayoutGateEntity>): Promise<boolean> {
  const settings = await gates
    .createQueryBuilder('gate')
    .select("current_setting('synchronous_commit')", 'synchronous_commit')
    .addSelect("current_setting('synchronous_standby_names')", 'standbys')
    .getRawOne<CommitSettings>();
  return settings !== undefined && waitForStandby(settings);
}

function waitForStandby({ synchronous_commit: mode, standbys }: CommitSettings): boolean {
  return standbys.trim() !== '' && WAITS_FOR_STANDBY.has(mode);
}

/** Makes every incarnation, including the current one, visible to the transaction's later statements. */
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
