import type { LoggerService } from '@nestjs/common';
import { StartError } from '../../config/start-error.js';
import { askIdentity, type Identity } from '../checks/server-identity.js';

// A standby that does not answer sooner is not waited for: reads go to the primary until it does.
const ANSWER_MS = 5_000;

/**
 * Makes sure that the standby is one of this database, unless it is away. It then proves itself by what it shows later.
 *
 * @throws StartError that names the variable, when it leads to another database
 */
export async function checkStandby(
  { standbyUrl, url }: { readonly standbyUrl: string; readonly url: string },
  logger: LoggerService,
): Promise<void> {
  let standby: Identity;
  try {
    standby = await identityOf(standbyUrl);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'NO_ANSWER';
    logger.warn({ event: 'standby_away', variable: 'DATABASE_READ_URL', code }, 'Migrations');
    return;
  }
  const primary = await identityOf(url);
  if (standby.cluster === primary.cluster && standby.database === primary.database) return;
  const hint = 'DATABASE_READ_URL leads to another database than DATABASE_URL: it must lead to a standby of that';
  throw new StartError('DATABASE_READ_URL', hint);
}

function identityOf(connectionString: string): Promise<Identity> {
  return askIdentity({ connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
}
