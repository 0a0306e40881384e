import { QueryFailedError } from 'typeorm';

/** The five-character SQLSTATE of a failed statement, or null when the failure did not come from the server. */
export function sqlStateOf(error: QueryFailedError): string | null {
  const driverError: unknown = error.driverError;
  if (typeof driverError !== 'object' || driverError === null || !('code' in driverError)) return null;
  return typeof driverError.code === 'string' ? driverError.code : null;
}

// A lock that was not to be had in time, and a transaction of the application that waited the other way round.
const IN_THE_WAY: readonly (string | null)[] = ['55P03', '40P01'];

/** Whether a statement of the owner met callers who use the table, so that it succeeds once they are through. */
export function isInTheWay(error: unknown): boolean {
  return error instanceof QueryFailedError && IN_THE_WAY.includes(sqlStateOf(error as QueryFailedError));
}
