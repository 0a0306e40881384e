export interface DatabasePosition {
  readonly incarnation: number;
  /** How often a process found that the database had gone back. The gate's row stores the count. */
  readonly setbacks: number;
  /** When the server started, by its own clock. It only identifies a start. */
  readonly startedAt: string;
  /**
   * The flushed position of the log, in bytes. Bytes that were written but not flushed may legitimately be lost in a
   * crash.
   */
  readonly position: bigint;
}

export interface DatabaseSighting extends DatabasePosition {
  /** Log position of the last checkpoint. Every start ends with one, before it accepts connections. */
  readonly checkpoint: bigint;
  readonly gateIncarnation: number;
  /** Whether commits of this transaction wait for a standby. */
  readonly isSynchronous: boolean;
  /** Whether every incarnation since the gate's began by a promotion, or by a recovery to a point in time. */
  readonly isPromoted: boolean;
}

/** `fence`: people decide after each failover. `synchronous`: a standby has every commit, so a promotion loses none. */
export type FailoverMode = 'fence' | 'synchronous';

export type HistoryVerdict =
  /** Nothing committed is missing. */
  | 'sound'
  /** Payouts wait until a standby confirms commits. */
  | 'waits'
  /** A promotion that lost nothing. */
  | 'promoted'
  /** Another database or timeline: commits may be missing. */
  | 'replaced'
  /** The same database at an earlier time: commits are missing. */
  | 'went_back';

// One log segment. A primary that dies may have flushed this much more than its standby confirmed, and no client saw it
// acknowledged. A recovery to an earlier time loses far more.
const MAX_UNCONFIRMED_BYTES = 16n * 1024n * 1024n;

/**
 * Whether payouts may be sent on this database.
 * @param known the position before the sighting; null if this is the first
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
 * Where the log continues. After a restart it is the checkpoint of that start, because new log may already exceed the
 * missing part.
 */
function resumedAt(known: DatabasePosition, { startedAt, position, checkpoint }: DatabaseSighting): bigint {
  return startedAt === known.startedAt ? position : checkpoint;
}

function isFarBehind(known: DatabasePosition | null, { position, gateIncarnation }: DatabaseSighting): boolean {
  return known?.incarnation === gateIncarnation && position + MAX_UNCONFIRMED_BYTES < known.position;
}
