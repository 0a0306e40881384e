import type { LoggerService } from '@nestjs/common';
import { StartError } from '../../config/start-error.js';
import { askOnce } from '../connection/ask-once.js';

// A standby that does not answer sooner is not waited for: reads go to the primary until it does.
const ANSWER_MS = 5_000;

/** A standby is a copy of the whole cluster, so both are the same there. */
const IDENTITY = `SELECT system_identifier::text AS cluster, oid::text AS database
  FROM pg_control_system(), pg_database WHERE datname = current_database()`;

interface Identity {
  readonly cluster: string;
  readonly database: string;
}

/**
 * Makes sure that the standby is one of this database, unless it is away. It then proves itself by what it shows later.
 *
 * @throws StartError that names the variable, when it leads to another database
 */
export async function checkStandby(
  { standbyUrl, url }: { readonly standbyUrl: string; readonly url: string },
  logger: LoggerService,
): Promise<void> {
  let standby: Identity | undefined;
  try {
    standby = await identityOf(standbyUrl);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'NO_ANSWER';
    logger.warn({ event: 'standby_away', variable: 'DATABASE_READ_URL', code }, 'Migrations');
    return;
  }
  const primary = await identityOf(url);
  if (standby?.cluster === primary?.cluster && standby?.database === primary?.database) return;
  const hint = 'DATABASE_READ_URL leads to another database than DATABASE_URL: it must lead to a standby of that';
  throw new StartError('DATABASE_READ_URL', hint);
}

async function identityOf(connectionString: string): Promise<Identity | undefined> {
  const connection = { connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const [identity] = await askOnce<Identity & { [column: string]: string }>(connection, IDENTITY);
  return identity;
}
