import type { LoggerService, Type } from '@nestjs/common';
import type { Config } from './config.js';
import { StartError } from './start-error.js';

/** The setting that turns on each extra. */
const SETTINGS = {
  nats: { variable: 'WAKE_UP', asksIn: ({ events }: Config) => events.wakeUp === 'nats' },
  partitions: {
    variable: 'PARTITION_RETENTION_MONTHS',
    asksIn: ({ retention }: Config) => retention.partitionMonths !== null,
  },
  standby: { variable: 'DATABASE_READ_URL', asksIn: ({ database }: Config) => database.readUrl !== null },
} as const;

/**
 * An optional part of Purser that a setting turns on. A build without the extra's folder is otherwise complete
 * (docs/adr/0047).
 */
export interface Extra {
  readonly name: keyof typeof SETTINGS;
  readonly module: Type;
  /** Runs even without its setting, because only the database shows whether the extra has anything to do. */
  readonly isAlwaysOn?: true;
  /** Called on each start, after the database is migrated. Throws StartError to prevent the start. */
  readonly prepare?: (config: Config, logger: LoggerService) => Promise<void>;
}

/**
 * Returns the extras that the settings turn on.
 * @throws StartError naming the setting if this build does not contain the extra
 */
export function chooseExtras(config: Config, built: readonly Extra[]): readonly Extra[] {
  for (const [name, { variable, asksIn }] of Object.entries(SETTINGS)) {
    if (!asksIn(config) || built.some((extra) => extra.name === name)) continue;
    throw new StartError(
      variable,
      `This build of Purser has no src/extras/${name}: build it with that folder, or change ${variable}.`,
    );
  }
  return built.filter(({ name, isAlwaysOn }) => isAlwaysOn ?? SETTINGS[name].asksIn(config));
}
