import type { LoggerService } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { StartError } from '../config/start-error.js';
import { isVerifiedConnection } from '../config/verified-connection.js';
import { type DatabaseAddress, explainDatabaseError, explained } from './checks/database-errors.js';
import { checkSchemaAge, findLackingMigrations } from './checks/schema-neighbours.js';
import { checkServer } from './checks/server-identity.js';
import { mayActAsOwner, mayRewriteHistory } from './connection/application-role.js';
import { checkSessionLimits } from './connection/session-limits.js';
import type { StartPatience } from './connection/start-patience.js';
import { checkEncryptionKey } from './encryption/encryption-check.js';
import { migrate, MIGRATION_NAMES } from './migrate.js';

const ONE_ROLE_FOR_TWO =
  'The role of DATABASE_URL may change the audit log in spite of DATABASE_OWNER_URL: give it a role of its own, which is no superuser, no member of the owner, and owns no table';

/**
 * Waits for the database and migrates it.
 * @throws StartError if Purser must not use it: the addresses lead to two databases, timeouts are missing, or the role
 * owns the history
 * @throws UnsealError if the database was written with another key
 */
export async function prepareDatabase(config: Config, logger: LoggerService, patience: StartPatience): Promise<void> {
  const { url, directUrl, ownerUrl, isPooled } = config.database;
  const main = { variable: 'DATABASE_URL', url: url.reveal() };
  const direct = isPooled ? { variable: 'DATABASE_DIRECT_URL', url: directUrl.reveal() } : null;
  const owner = ownerUrl ? { variable: 'DATABASE_OWNER_URL', url: ownerUrl.reveal() } : null;
  const others = [direct, owner].filter((address) => address !== null);
  for (const address of [main, ...others]) {
    warnUnlessVerified(address, logger);
    await patience.waitFor(address);
  }
  await checkServer([main, ...others], logger);
  await checkSchemaAge(main, MIGRATION_NAMES, logger);
  if (owner && (await mayActAsOwner(main.url, owner.url))) throw new StartError('DATABASE_URL', ONE_ROLE_FOR_TWO);
  await migrateAs(owner ?? direct ?? main, { directUrl: directUrl.reveal(), ownerUrl: owner?.url }, logger);
  await explained(main, async () => {
    if (await mayRewriteHistory(main.url)) {
      // If the operator configured two roles, Purser must not run with the rights of one.
      if (owner) throw new StartError('DATABASE_URL', ONE_ROLE_FOR_TWO);
      logger.log({ event: 'database_has_one_role' }, 'Migrations');
    }
    await checkSessionLimits(config);
    await checkEncryptionKey(config);
  });
}

async function migrateAs(
  address: DatabaseAddress,
  { directUrl, ownerUrl }: { readonly directUrl: string; readonly ownerUrl: string | undefined },
  logger: LoggerService,
): Promise<void> {
  const onWait = (holderPid: number | null): void => {
    logger.warn({ event: 'waiting_for_migration', holderPid }, 'Migrations');
  };
  try {
    await migrate(directUrl, ownerUrl, onWait, {
      onBegin: (migration) => {
        logger.log({ event: 'migrating', migration }, 'Migrations');
      },
      onEnd: (migration, ms) => {
        logger.log({ event: 'migrated', migration, ms }, 'Migrations');
      },
      onRetry: (migration) => {
        logger.warn({ event: 'migration_retried', migration }, 'Migrations');
      },
    });
  } catch (error) {
    const explanation = explainDatabaseError(error, address);
    if (!(explanation instanceof StartError)) throw explanation;
    // If rights are missing, the replicas were usually started before the owner migrated.
    const lacking = await findLackingMigrations(directUrl, MIGRATION_NAMES).catch(() => []);
    if (lacking.length === 0) throw explanation;
    const hint = `${lacking.length} migrations are lacking, from ${lacking[0]} on: run "npm run migrate" with DATABASE_OWNER_URL. ${explanation.hint}`;
    throw new StartError(address.variable, hint, { cause: error });
  }
}

/** Logs a warning if others could read or change the traffic of an address. */
export function warnUnlessVerified({ variable, url }: DatabaseAddress, logger: LoggerService): void {
  if (isVerifiedConnection(url)) return;
  logger.warn({ event: 'database_connection_not_verified', variable }, 'Migrations');
}
