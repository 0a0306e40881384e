import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { READ_TIMEOUT } from './guarded-pool.js';

/** Stands for errors without a code: the driver gave up, or the connection ended without a reason. */
export const NO_ANSWER = 'NO_ANSWER';

// Error codes from a server, or an address in front of it, that is not available yet. Unknown names, wrong passwords
// and missing databases are not included, because waiting does not fix them.
const PASSING_CODES: ReadonlySet<string> = new Set([
  NO_ANSWER,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // connection_failure, and protocol_violation, which PgBouncer returns while it cannot reach a server
  '08006',
  '08P01',
]);

// The driver's messages for a lost connection, which have no code.
const LOST_CONNECTION = /^(?:Connection terminated|Client was closed|Client has encountered a connection error)/;

/** The driver's message if an address requires TLS and the server does not support it. It has no code. */
export const REFUSES_TLS = /does not support SSL connections/;

/** Returns the code of a connection failure that may be temporary; null if it is not. */
export function passingCodeOf(error: unknown): string | null {
  if (error instanceof Error && REFUSES_TLS.test(error.message)) return null;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : NO_ANSWER;
  return PASSING_CODES.has(code) ? code : null;
}

/** Whether a statement failed because the database was away or another server took over. */
export function isDatabaseAway(error: unknown): boolean {
  // TypeORM releases the runner when its connection breaks, and then rejects further statements on it.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(cause instanceof Error)) return false;
  const code = passingCodeOf(cause);
  if (code !== NO_ANSWER) return code !== null;
  return LOST_CONNECTION.test(cause.message) || cause.message === READ_TIMEOUT;
}
