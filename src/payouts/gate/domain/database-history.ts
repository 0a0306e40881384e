export interface DatabasePosition {
  readonly incarnation: number;
  /** How often processes found that the database had gone back. The count is stored with the gate. */
  readonly setbacks: number;
  /** When the database server started, by its own clock. Only used to tell one start from another. */
  readonly startedAt: string;
  /**
   * Position up to which the log is flushed to disk, in bytes. Log that was written but not flushed may be lost in a
   * crash without harm.
   */
  readonly position: bigint;
}

export interface DatabaseSighting extends DatabasePosition {
  /** Log position of the last checkpoint. Every server start makes a checkpoint before it accepts connections. */
  readonly checkpoint: bigint;
  readonly gateIncarnation: number;
  /** Whether commits in this transaction wait for a standby. */
  readonly isSynchronous: boolean;
  /** Whether every incarnation after the gate's began with a promotion or with a recovery to a point in time. */
  readonly isPromoted: boolean;
}

/**
 * `fence`: people decide after every failover. `synchronous`: a standby has every commit, so a promotion loses none.
 */
export type FailoverMode = 'fence' | 'synchronous';

export type HistoryVerdict =
  /** Nothing committed is missing. */
  | 'sound'
  /** Payouts must wait until a standby confirms commits. */
  | 'waits'
  /** A standby was promoted, and nothing was lost. */
  | 'promoted'
  /** Another database or timeline, so commits may be missing. */
  | 'replaced'
  /** The same database at an earlier time, so commits are missing. */
  | 'went_back';

// One log segment. A primary that dies may have flushed this much more than its standby confirmed, but none of it was
// acknowledged to a client. A recovery to an earlier time loses far more.
const MAX_UNCONFIRMED_BYTES = 16n * 1024n * 1024n;

/**
 * Decides whether payouts may be sent with this database.
 * @param known the last position seen before; null if there is none
 */
export function compareHistory(
  known: DatabasePosition | null,
  sighting: DatabaseSighting,
  mode: FailoverMode,
): HistoryVerdict {
  if (known !== null && hasGoneBack(known, sighting)) return 'went_back';
  const isSame = sighting.incarnation === sighting.gateIncarnation;
  if (mode === 'fence') return isSame ? 'sound' : 'replaced';
  if (!isSame && (!sighting.isPromoted || isFarBehind(known, sighting))) return 'replaced';
  if (!sighting.isSynchronous) return 'waits';
  return isSame ? 'sound' : 'promoted';
}

function hasGoneBack(known: DatabasePosition, sighting: DatabaseSighting): boolean {
  if (sighting.setbacks !== known.setbacks) return sighting.setbacks < known.setbacks;
  if (sighting.incarnation !== known.incarnation) return sighting.incarnation < known.incarnation;
  return resumedAt(known, sighting) < known.position;
}

/**
 * Returns the position at which the log continues. After a restart that is the checkpoint made at the start, because
 * new log may by now be longer than the missing part.
 */
function resumedAt(known: DatabasePosition, { startedAt, position, checkpoint }: DatabaseSighting): bigint {
  return startedAt === known.startedAt ? position : checkpoint;
}

function isFarBehind(known: DatabasePosition | null, { position, gateIncarnation }: DatabaseSighting): boolean {
  return known?.incarnation === gateIncarnation && position + MAX_UNCONFIRMED_BYTES < known.position;
}
