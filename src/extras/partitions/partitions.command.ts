import '../../platform/config/node-env.js';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../../platform/config/config.js';
import { PinoLogger } from '../../platform/observability/pino-logger.js';
import { runPartitions } from './partition-run.js';

/**
 * `node dist/commands/partitions.cjs [--begin]` creates partitions in advance and detaches old ones; `--begin` first
 * partitions the tables. See docs/operations/partitions.md.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { begin: { type: 'boolean', default: false } } });
  const config = loadConfig();
  const logger = new PinoLogger({ level: config.observability.logLevel });
  try {
    const report = await runPartitions({
      directUrl: config.database.directUrl.reveal(),
      ownerUrl: config.database.ownerUrl?.reveal(),
      isToBegin: values.begin,
      months: config.retention.partitionMonths,
      onWait: (holderPid) => {
        logger.warn({ event: 'waiting_for_migration', holderPid }, 'Partitions');
      },
    });
    logger.log({ event: 'partitions_kept', ...report }, 'Partitions');
  } catch (error) {
    logger.fatal({ event: 'partitions_failed', err: error });
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : 'Usage: partitions [--begin]'}\n`);
  process.exitCode = 1;
});
