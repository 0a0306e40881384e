import type { Config } from '../../config/config.js';
import { StartError } from '../../config/start-error.js';
import { askOnce } from './ask-once.js';

// Transactions in Purser wait for nothing but the database, so an idle one belongs to a stuck process, and its locks
// are freed.
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * Settings that the code relies on, whatever the role or the database specifies: the driver only reads ISO times, the
 * functions in migrations name their schema, and claims must see what was committed in the meantime.
 */
const RELIED_ON: Readonly<Record<string, string>> = {
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
};

/** The same settings as connection `options`. Only for direct connections, because a pooler rejects or drops them. */
export const SESSION_OPTIONS = Object.entries(RELIED_ON)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ');

/** The timeouts in milliseconds that every session of the application needs. */
function limitsOf({ database }: Config): Readonly<Record<string, number>> {
  return {
    statement_timeout: database.statementTimeoutMs,
    lock_timeout: database.lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

/**
 * Timeouts and settings as connection parameters. Empty behind a pooler, which rejects or drops them; in that case they
 * must be set on the role.
 */
export function sessionLimits(config: Config): Readonly<Record<string, number | string>> {
  return config.database.isPooled ? {} : { ...limitsOf(config), options: SESSION_OPTIONS };
}

/**
 * Checks that sessions really have their timeouts and settings, wherever these are set: without them a stuck statement
 * or transaction would hold its locks forever.
 * @throws StartError naming the setting, the role and the remedy
 */
export async function checkSessionLimits(config: Config): Promise<void> {
  const limits = limitsOf(config);
  // PostgreSQL stores all of these in milliseconds.
  const rows = await askOnce<{ name: string; setting: string; role: string }>(
    { connectionString: config.database.url.reveal(), ...sessionLimits(config) },
    'SELECT name, setting, quote_ident(current_user) AS role FROM pg_settings WHERE name = ANY($1)',
    [[...Object.keys(limits), ...Object.keys(RELIED_ON)]],
  );
  for (const { name, setting, role } of rows) {
    const wanted = RELIED_ON[name];
    if (wanted !== undefined) {
      if (isAsRelied(name, setting, wanted)) continue;
      const remedy = `ALTER ROLE ${role} SET ${name} = '${wanted}'`;
      throw new StartError(
        'DATABASE_URL',
        `${name} is ${setting} on connections of DATABASE_URL, and must be ${wanted}: ${remedy}`,
      );
    }
    const ms = Number(setting);
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

function isAsRelied(name: string, setting: string, wanted: string): boolean {
  switch (name) {
    // Times are always read with their offset, so any time zone is fine behind a pooler.
    case 'TimeZone':
      return true;
    // Includes the order of day and month, which the ISO style ignores.
    case 'DateStyle':
      return setting.startsWith(wanted);
    // The schema named after the role comes first by default, but contains no tables.
    case 'search_path':
      return setting.split(/,\s*/).includes(wanted);
    default:
      return setting === wanted;
  }
}
