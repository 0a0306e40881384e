import type { QueryFailedError } from 'typeorm';

/** The five-character SQLSTATE of a failed statement, or null when the failure did not come from the server. */
export function sqlStateOf(error: QueryFailedError): string | null {
  const driverError: unknown = error.driverError;
  if (typeof driverError !== 'object' || driverError === null || !('code' in driverError)) return null;
  return typeof driverError.code === 'string' ? driverError.code : null;
}
