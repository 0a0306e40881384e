import type { LoggerService } from '@nestjs/common';
import type { Secret } from '../common/secret.js';
import type { Config } from '../config/config.js';
import { isVerifiedConnection } from '../config/verified-connection.js';
import { mayRewriteHistory } from './connection/application-role.js';
import { waitForDatabase } from './connection/database-wait.js';
import { checkSessionLimits } from './connection/session-limits.js';
import { checkEncryptionKey } from './encryption/encryption-check.js';
import { migrate } from './migrate.js';
import { checkStandby } from './standby/check-standby.js';

/**
 * Waits for the database and migrates it.
 *
 * @throws Error when Purser must not work in it: with another key, another standby, without time-outs, or as a role that
 *   owns its history
 */
export async function prepareDatabase(config: Config, logger: LoggerService): Promise<void> {
  const { url, directUrl, ownerUrl, readUrl, isPooled } = config.database;
  const addresses = {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: isPooled ? directUrl : null,
    DATABASE_OWNER_URL: ownerUrl,
  };
  for (const [variable, address] of Object.entries(addresses)) {
    if (!address) continue;
    warnUnlessVerified(variable, address, logger);
    await waitForDatabase({ variable, url: address.reveal() }, logger);
  }
  const migrations = await migrate(
    directUrl.reveal(),
    ownerUrl?.reveal(),
    (holderPid) => {
      logger.warn({ event: 'waiting_for_migration', holderPid }, 'Migrations');
    },
    (migration) => {
      logger.warn({ event: 'migration_retried', migration }, 'Migrations');
    },
  );
  for (const migration of migrations) logger.log({ event: 'migrated', migration }, 'Migrations');
  if (await mayRewriteHistory(url.reveal())) {
    // Anybody who asked for two roles must not be left with one.
    if (ownerUrl) throw new Error('The role of DATABASE_URL may change the audit log in spite of DATABASE_OWNER_URL');
    logger.log({ event: 'database_has_one_role' }, 'Migrations');
  }

  if (readUrl) {
    warnUnlessVerified('DATABASE_READ_URL', readUrl, logger);
    await checkStandby({ standbyUrl: readUrl.reveal(), url: directUrl.reveal() }, logger);
  }
  await checkSessionLimits(config);
  await checkEncryptionKey(config);
}

function warnUnlessVerified(variable: string, address: Secret, logger: LoggerService): void {
  if (isVerifiedConnection(address.reveal())) return;
  logger.warn({ event: 'database_connection_not_verified', variable }, 'Migrations');
}
