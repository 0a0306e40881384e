import { QueryFailedError } from 'typeorm';

/** The five-character SQLSTATE of a failed statement; null if the failure did not come from the server. */
export function sqlStateOf(error: QueryFailedError): string | null {
  const driverError: unknown = error.driverError;
  if (typeof driverError !== 'object' || driverError === null || !('code' in driverError)) return null;
  return typeof driverError.code === 'string' ? driverError.code : null;
}

// A lock time-out, and a deadlock with a transaction of the application.
const IN_THE_WAY: readonly (string | null)[] = ['55P03', '40P01'];

/** Whether an owner's statement collided with callers who use the table, so a retry will succeed. */
export function isInTheWay(error: unknown): boolean {
  return error instanceof QueryFailedError && IN_THE_WAY.includes(sqlStateOf(error as QueryFailedError));
}
