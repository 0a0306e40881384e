import type { LoggerService } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { StartError } from '../../platform/config/start-error.js';
import { explained } from '../../platform/database/checks/database-errors.js';
import { askIdentity, type Identity } from '../../platform/database/checks/server-identity.js';
import { warnUnlessVerified } from '../../platform/database/prepare-database.js';

// Purser does not wait longer for a standby. Until it answers, reads go to the primary.
const ANSWER_MS = 5_000;

/**
 * Checks that the standby belongs to this database, unless it is down. A standby that comes up later is recognised by
 * the heartbeats that it shows.
 * @throws StartError naming the variable if the address leads to a different database
 */
export async function checkStandby({ database }: Config, logger: LoggerService): Promise<void> {
  if (!database.readUrl) return;
  const address = { variable: 'DATABASE_READ_URL', url: database.readUrl.reveal() };
  warnUnlessVerified(address, logger);
  let standby: Identity;
  try {
    standby = await identityOf(address.url);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'NO_ANSWER';
    logger.warn({ event: 'standby_away', variable: address.variable, code }, 'Migrations');
    return;
  }
  const directUrl = database.directUrl.reveal();
  const primary = await explained({ variable: 'DATABASE_URL', url: directUrl }, () => identityOf(directUrl));
  if (standby.cluster === primary.cluster && standby.database === primary.database) return;
  const hint = 'DATABASE_READ_URL leads to another database than DATABASE_URL: it must lead to a standby of that';
  throw new StartError(address.variable, hint);
}

function identityOf(connectionString: string): Promise<Identity> {
  return askIdentity({ connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
}
