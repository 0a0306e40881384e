import type { LoggerService, Type } from '@nestjs/common';
import type { Config } from './config.js';
import { StartError } from './start-error.js';

/** The setting that asks for each extra. */
const SETTINGS = {
  nats: { variable: 'WAKE_UP', asksIn: ({ events }: Config) => events.wakeUp === 'nats' },
  partitions: {
    variable: 'PARTITION_RETENTION_MONTHS',
    asksIn: ({ retention }: Config) => retention.partitionMonths !== null,
  },
  standby: { variable: 'DATABASE_READ_URL', asksIn: ({ database }: Config) => database.readUrl !== null },
} as const;

/** A part of Purser that a setting chooses. A build without its folder is complete otherwise (docs/adr/0047). */
export interface Extra {
  readonly name: keyof typeof SETTINGS;
  readonly module: Type;
  /** Runs without its setting too, because only the database shows whether the extra has work. */
  readonly isAlwaysOn?: true;
  /** Called on each start, once the database is migrated. Throws StartError to refuse the start. */
  readonly prepare?: (config: Config, logger: LoggerService) => Promise<void>;
}

/**
 * Returns the extras that the settings ask for.
 *
 * @throws StartError that names the setting if the build lacks its extra
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
