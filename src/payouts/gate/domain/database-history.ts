/** How far a database is, as a process saw it: all that another look can be compared with. */
export interface DatabasePosition {
  readonly incarnation: number;
  /** How often a process found that the database had gone back; counted in the gate. */
  readonly setbacks: number;
  /** When the server was started, by its own clock: tells one start from another, and nothing more. */
  readonly startedAt: string;
  /**
   * Up to where its log is on the disk, in bytes. Not how far it is written or inserted: what is not on the disk may
   * rightly be gone after a crash.
   */
  readonly position: bigint;
}

/** A look at the database, with what the gate was set under. */
export interface DatabaseSighting extends DatabasePosition {
  /** Where its last checkpoint is in the log: every start ends with one, before anybody may connect. */
  readonly checkpoint: bigint;
  /** The incarnation for which the gate was set. */
  readonly gateIncarnation: number;
  /** Whether a standby has what is committed in this transaction before the commit is acknowledged. */
  readonly isSynchronous: boolean;
  /** Whether all incarnations since that of the gate began by a promotion, or by a recovery to a point in time. */
  readonly isPromoted: boolean;
}

/** `fence`: people look after each failover. `synchronous`: a standby has every commit, so a promotion loses none. */
export type FailoverMode = 'fence' | 'synchronous';

export type HistoryVerdict =
  /** All that was committed is there. */
  | 'sound'
  /** Payouts wait until a standby confirms commits. */
  | 'waits'
  /** A promotion that lost nothing: noted, and passed. */
  | 'promoted'
  /** Another database, or another timeline: what was committed may be missing. */
  | 'replaced'
  /** The same database at an earlier time: what was committed is missing. */
  | 'went_back';

// One file of the log. A primary that dies may have had this much more on its disk than its standby had confirmed,
// which nobody was told of; it is far less than what a recovery to an earlier time takes back.
const MAX_UNCONFIRMED_BYTES = 16n * 1024n * 1024n;

/**
 * Whether payouts may be sent on what a database holds.
 *
 * @param known what this process saw before it looked; null when it saw nothing
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
 * Where the log goes on. After a start that is the checkpoint made by it, for what was written since may already be
 * more than what is missing.
 */
function resumedAt(known: DatabasePosition, { startedAt, position, checkpoint }: DatabaseSighting): bigint {
  return startedAt === known.startedAt ? position : checkpoint;
}

function isFarBehind(known: DatabasePosition | null, { position, gateIncarnation }: DatabaseSighting): boolean {
  return known?.incarnation === gateIncarnation && position + MAX_UNCONFIRMED_BYTES < known.position;
}
