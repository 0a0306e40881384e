import type { LoggerService } from '@nestjs/common';
import type { ClientConfig } from 'pg';
import { StartError } from '../../config/start-error.js';
import { askOnce } from '../connection/ask-once.js';
import { type DatabaseAddress, explained, placeOf } from './database-errors.js';

// The oldest version that migrations and tests support: version 14 lacks NULLS NOT DISTINCT and rights on parameters.
const OLDEST_SERVER = 150_000;

/**
 * A cluster keeps its identifier for life, and a database its number within the cluster. A copy of the files has the
 * same two.
 */
const IDENTITY = `SELECT system_identifier::text AS cluster, pg_database.oid::text AS database, current_user AS role,
    rolsuper AS "isSuperuser", current_setting('server_version_num')::integer AS version,
    current_setting('server_version') AS "versionText", pg_encoding_to_char(encoding) AS encoding
  FROM pg_control_system(), pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`;

export interface Identity {
  readonly cluster: string;
  readonly database: string;
  readonly role: string;
  readonly isSuperuser: boolean;
  readonly version: number;
  readonly versionText: string;
  readonly encoding: string;
}

/**
 * Checks that all addresses lead to the same database, on a supported server version. Writes nothing.
 * @param addresses the application's address comes first
 * @throws StartError naming both variables if two addresses lead to different databases
 */
export async function checkServer(
  [main, ...others]: readonly [DatabaseAddress, ...DatabaseAddress[]],
  logger: LoggerService,
): Promise<void> {
  const identity = await identify(main);
  if (identity.version < OLDEST_SERVER) {
    throw new StartError(main.variable, `PostgreSQL ${identity.versionText} is too old: Purser needs 15 or newer.`);
  }
  if (identity.encoding !== 'UTF8') {
    const hint = `The encoding of the database is ${identity.encoding} and must be UTF8: create it with ENCODING 'UTF8'.`;
    throw new StartError(main.variable, hint);
  }
  for (const other of others) {
    const { cluster, database } = await identify(other);
    if (cluster === identity.cluster && database === identity.database) continue;
    const [there, here] = [placeOf(other).target, placeOf(main).target];
    const hint = `${other.variable} (${there}) leads to another database than ${main.variable} (${here}): name the same one in both.`;
    throw new StartError(other.variable, hint);
  }
  if (identity.isSuperuser) {
    logger.warn({ event: 'database_role_is_superuser', variable: main.variable, role: identity.role }, 'Migrations');
  }
}

function identify(address: DatabaseAddress): Promise<Identity> {
  return explained(address, () => askIdentity({ connectionString: address.url }));
}

/** Identifies the database behind a connection, on the primary or on a standby. */
export async function askIdentity(connection: ClientConfig): Promise<Identity> {
  const [identity] = await askOnce<Identity & { [column: string]: unknown }>(connection, IDENTITY);
  if (!identity) throw new Error('The database role in use is not in pg_roles');
  return identity;
}
