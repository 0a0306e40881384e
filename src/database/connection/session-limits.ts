import type { Config } from '../../config/config.js';
import { StartError } from '../../config/start-error.js';
import { askOnce } from './ask-once.js';

// No transaction here waits on anything but the database, so an idle one is a stuck process: free its locks.
const IDLE_IN_TRANSACTION_MS = 10_000;

/** The time-outs, in milliseconds, that every session of the application must have. */
function limitsOf({ database }: Config): Readonly<Record<string, number>> {
  return {
    statement_timeout: database.statementTimeoutMs,
    lock_timeout: database.lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

/**
 * The time-outs as parameters of a connection. Empty behind a pooler, which refuses or drops them: there the role must
 * have them.
 */
export function sessionLimits(config: Config): Readonly<Record<string, number>> {
  return config.database.isPooled ? {} : limitsOf(config);
}

/**
 * Makes sure that sessions have their time-outs, whoever sets them: without, one stuck statement or transaction holds
 * its locks for good.
 *
 * @throws StartError that names the time-out, the role and the remedy
 */
export async function checkSessionLimits(config: Config): Promise<void> {
  const limits = limitsOf(config);
  // All of them are kept in milliseconds.
  const rows = await askOnce<{ name: string; ms: number; role: string }>(
    { connectionString: config.database.url.reveal(), ...sessionLimits(config) },
    'SELECT name, setting::integer AS ms, quote_ident(current_user) AS role FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(limits)],
  );
  for (const { name, ms, role } of rows) {
    const limit = limits[name] ?? 0;
    if (ms > 0 && ms <= limit) continue;
    const remedy = `ALTER ROLE ${role} SET ${name} = '${limit}ms'`;
    const found = ms === 0 ? 'none' : `${ms} ms`;
    throw new StartError(
      'DATABASE_URL',
      `${name} is ${found} on connections of DATABASE_URL, and must be ${limit} ms or less: ${remedy}`,
    );
  }
}
