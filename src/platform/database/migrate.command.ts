import '../config/node-env.js';
import 'reflect-metadata';
import { ConfigError, loadConfig } from '../config/config.js';
import { StartPatience } from './connection/start-patience.js';
import { prepareDatabase } from './prepare-database.js';
import { describeStartError } from '../observability/describe-error.js';
import { PinoLogger } from '../observability/pino-logger.js';

/**
 * `node dist/commands/migrate.cjs` migrates the database as a start does, and exits. For platforms that migrate once
 * before a rollout, in the only process that has `DATABASE_OWNER_URL`.
 */
async function main(): Promise<void> {
  const config = loadConfig();
  const logger = new PinoLogger({ level: config.observability.logLevel });
  const patience = new StartPatience(logger);
  await patience
    .outlast(() => prepareDatabase(config, logger, patience))
    .catch((error: unknown) => {
      logger.fatal({ event: 'migration_failed', ...describeStartError(error) });
      process.exitCode = 1;
    });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : 'The database could not be migrated'}\n`);
  process.exitCode = 1;
});
