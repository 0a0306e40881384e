/** The objects that the log records changes of. */
export type SubjectType = 'ORDER' | 'PAYOUT' | 'H2H';

/** Who or what moved a status. */
export type StatusChangeCause =
  | 'API'
  | 'PROVIDER_RESPONSE'
  | 'WEBHOOK'
  | 'POLL'
  | 'RECONCILIATION'
  | 'OPERATOR'
  | 'DEADLINE';

/** Ids and words that say why a status moved; never personal data. */
export type Evidence = Readonly<Record<string, string | number | boolean | null>>;

export interface NewStatusChange {
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  /** Null for the first status. */
  readonly from: string | null;
  readonly to: string;
  readonly cause: StatusChangeCause;
  readonly evidence: Evidence;
}

export interface StatusChangeRecord extends NewStatusChange {
  readonly position: LogPosition;
  readonly occurredAt: Date;
}

/**
 * A place in the log. Incarnations of the database come first: each numbers its transactions from the start. Then
 * transactions: ids are drawn before the commit, so by id alone a lower one can appear after a higher one was already
 * read.
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
// Of the longest position: 51 bytes in base64url.
const MAX_CURSOR_LENGTH = 68;
const MAX_INT32 = 2 ** 31 - 1;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;

/** The position as the opaque text that callers keep. */
export function toCursor({ incarnation, txId, id }: LogPosition): string {
  return Buffer.from(`${incarnation}.${txId}.${id}`).toString('base64url');
}

/** The position a caller's cursor stands for, or null when Purser issued no such cursor. */
export function parseCursor(cursor: string): LogPosition | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match?.[1] || !match[2] || !match[3]) return null;
  const position = { incarnation: Number(match[1]), txId: BigInt(match[2]), id: BigInt(match[3]) };
  const isInRange = position.incarnation <= MAX_INT32 && position.txId <= MAX_UINT64 && position.id <= MAX_INT64;
  return isInRange && toCursor(position) === cursor ? position : null;
}
