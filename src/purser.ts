import './platform/config/node-env.js';
import { ConfigError, loadConfig } from './platform/config/config.js';
import type { Extra } from './platform/config/extra.js';
import { findSettingWarnings } from './platform/config/setting-warnings.js';
import { requestIds } from './platform/graphql/current-request.js';
import { describeStartError } from './platform/observability/describe-error.js';
import { PinoLogger } from './platform/observability/pino-logger.js';
import { startTracing } from './platform/observability/tracing/tracing.js';
import { ProviderProfile } from './provider/profile/provider-profile.js';
import { startApplication } from './application.js';

// Less than the usual 30 s after which orchestrators kill a process, so that a shutdown that hangs is still logged.
const SHUTDOWN_LIMIT_MS = 25_000;

async function start(extras: readonly Extra[]): Promise<void> {
  const config = loadConfig();
  const tracing = await startTracing(config, () => logger);
  const ids = (): object => ({ ...tracing?.ids(), ...requestIds() });
  const logger = new PinoLogger({ level: config.observability.logLevel, ids });
  for (const warning of findSettingWarnings(config)) logger.warn(warning, 'Settings');
  const fail =
    (event: string) =>
    (error: unknown): never => {
      // After an unhandled error the state of the process is unknown, so it exits. Other processes pick up its rows.
      logger.fatal({ event, ...describeStartError(error) });
      process.exit(1);
    };
  process.on('uncaughtException', fail('uncaught_exception'));
  process.on('unhandledRejection', fail('unhandled_rejection'));

  const app = await startApplication(config, logger, extras).catch(fail('boot_failed'));
  const stop = (signal: NodeJS.Signals): void => {
    logger.log({ event: 'stopping', signal });
    setTimeout(() => fail('shutdown_timed_out')(undefined), SHUTDOWN_LIMIT_MS).unref();
    app
      .close()
      .then(() => tracing?.stop())
      .then(() => process.exit(0), fail('shutdown_failed'));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Must be the last line of a start, because a tool that waits for it may stop the process immediately.
  const { unsetWords } = app.get(ProviderProfile);
  logger.log({ event: 'listening', url: await app.getUrl(), ...(unsetWords.length > 0 && { unsetWords }) });
}

/**
 * Runs Purser with the settings in the environment, until a signal or an unhandled error.
 * @param extras the extras in this build
 */
export async function startPurser(extras: readonly Extra[] = []): Promise<void> {
  await start(extras).catch((error: unknown) => {
    // Without a valid configuration there is no logger. The message names variables, never values.
    process.stderr.write(`${error instanceof ConfigError ? error.message : 'Purser could not start'}\n`);
    process.exitCode = 1;
  });
}
