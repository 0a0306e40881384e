export type SubjectType = 'ORDER' | 'PAYOUT' | 'H2H';

export type StatusChangeCause =
  | 'API'
  | 'PROVIDER_RESPONSE'
  | 'WEBHOOK'
  | 'POLL'
  | 'RECONCILIATION'
  | 'OPERATOR'
  | 'DEADLINE';

/** Ids and reasons behind a status change. Never personal data. */
export type Details = Readonly<Record<string, string | number | boolean | null>>;

export interface NewStatusChange {
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly from: string | null;
  readonly to: string;
  readonly cause: StatusChangeCause;
  readonly evidence: Details;
}

export interface StatusChangeRecord extends NewStatusChange {
  readonly position: LogPosition;
  readonly occurredAt: Date;
}

export type DeskSubject =
  | 'API_KEY'
  | 'BALANCE'
  | 'CHANGE_REQUEST'
  | 'DISCREPANCY'
  | 'GATE'
  | 'POLICY'
  | 'RECONCILIATION'
  | 'WEBHOOK_EVENT';

/** A part of a payout that can change while the status stays the same. */
export type LoggedAspect = 'APPROVALS' | 'CONTENT' | 'HOLD' | 'PROBLEM' | 'PROPOSAL' | 'PURGED';

/** A change to something other than a status. */
export interface DeskChangeRecord {
  readonly subjectType: DeskSubject | 'ORDER' | 'PAYOUT';
  readonly subjectId: string | null;
  /** Empty for anything but payouts. */
  readonly aspects: readonly LoggedAspect[];
  readonly position: LogPosition;
  readonly occurredAt: Date;
}

/** An entry from either log. All entries are in one common order. */
export type LoggedChange = StatusChangeRecord | DeskChangeRecord;

export function isStatusChange(change: LoggedChange): change is StatusChangeRecord {
  return 'to' in change;
}

export interface WantedChanges<Change extends LoggedChange> {
  readonly subjectId: string | null;
  readonly isWanted: (change: LoggedChange) => change is Change;
}

/** Selects the status changes of one subject, or of all subjects of a type. */
export function statusesOf(subjectType: SubjectType, subjectId: string | null): WantedChanges<StatusChangeRecord> {
  return {
    subjectId,
    isWanted: (change): change is StatusChangeRecord =>
      isStatusChange(change) &&
      change.subjectType === subjectType &&
      (subjectId === null || change.subjectId === subjectId),
  };
}

/** Selects all changes to these subjects, or to all subjects of these types. */
export function changesOf(
  subjectTypes: readonly LoggedChange['subjectType'][],
  subjectIds: readonly string[] | null,
): WantedChanges<LoggedChange> {
  const [only = null, ...others] = subjectIds ?? [];
  const wanted = subjectIds && new Set<string | null>(subjectIds);
  return {
    subjectId: others.length === 0 ? only : null,
    isWanted: (change): change is LoggedChange =>
      subjectTypes.includes(change.subjectType) && (wanted === null || wanted.has(change.subjectId)),
  };
}

/**
 * A position in the log. Incarnations of the database come first, because each numbers its transactions from the start.
 * Transactions come before ids, because ids are drawn before the commit, so a lower id can appear after a higher one
 * was read.
 */
export interface LogPosition {
  readonly incarnation: number;
  readonly txId: bigint;
  readonly id: bigint;
}

export const LOG_START: LogPosition = { incarnation: 0, txId: 0n, id: 0n };

export function comparePositions(left: LogPosition, right: LogPosition): number {
  if (left.incarnation !== right.incarnation) return left.incarnation < right.incarnation ? -1 : 1;
  if (left.txId !== right.txId) return left.txId < right.txId ? -1 : 1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

const CURSOR = /^(\d{1,10})\.(\d{1,20})\.(\d{1,19})$/;
// Room for the longest position: 51 bytes in base64url.
const MAX_CURSOR_LENGTH = 68;
const MAX_INT32 = 2 ** 31 - 1;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;

/** Encodes a position as opaque text for callers. */
export function toCursor({ incarnation, txId, id }: LogPosition): string {
  return Buffer.from(`${incarnation}.${txId}.${id}`).toString('base64url');
}

/** Decodes a caller's cursor. Null if Purser did not issue it. */
export function parseCursor(cursor: string): LogPosition | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match?.[1] || !match[2] || !match[3]) return null;
  const position = { incarnation: Number(match[1]), txId: BigInt(match[2]), id: BigInt(match[3]) };
  const isInRange = position.incarnation <= MAX_INT32 && position.txId <= MAX_UINT64 && position.id <= MAX_INT64;
  return isInRange && toCursor(position) === cursor ? position : null;
}
