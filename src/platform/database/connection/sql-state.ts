import { QueryFailedError } from 'typeorm';

/** Returns the five-character SQLSTATE of a failed statement; null if the failure did not come from the server. */
export function sqlStateOf(error: QueryFailedError): string | null {
  const driverError: unknown = error.driverError;
  if (typeof driverError !== 'object' || driverError === null || !('code' in driverError)) return null;
  return typeof driverError.code === 'string' ? driverError.code : null;
}

// lock_not_available, and deadlock_detected with a transaction of the application
const IN_THE_WAY: readonly (string | null)[] = ['55P03', '40P01'];

/** Whether an owner's statement collided with callers who are using the table, so that a retry should succeed. */
export function isInTheWay(error: unknown): boolean {
  return error instanceof QueryFailedError && IN_THE_WAY.includes(sqlStateOf(error as QueryFailedError));
}
