import pg from 'pg';
import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import type { Config } from '../../config/config.js';
import { OID, XID8 } from '../column-types.js';
import { guardedDriver } from './guarded-pool.js';
import { SESSION_OPTIONS, sessionLimits } from './session-limits.js';
import { SnakeCaseNamingStrategy } from './snake-case-naming-strategy.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

// The server ends a statement by itself; this long after that nobody is there who would.
export const ANSWER_DELAY_MS = 2_000;

/** How the application reaches its database. Entities are added by the modules that own them. */
export function dataSourceOptions(config: Config): PostgresOptions {
  return {
    type: 'postgres',
    driver: guardedDriver,
    url: config.database.url.reveal(),
    applicationName: 'purser',
    namingStrategy: new SnakeCaseNamingStrategy(),
    // The schema changes by migrations only, run by `migrate` before the application starts.
    synchronize: false,
    migrationsRun: false,
    // Query logging would print parameters, which may be personal data.
    logging: false,
    poolSize: config.database.poolSize,
    // A caller that waits for a free connection longer than this is refused as busy, and repeats the request.
    connectTimeoutMS: 5_000,
    extra: {
      ...sessionLimits(config),
      // Of this side, and for COMMIT as well, which no time-out of the server covers.
      query_timeout: config.database.statementTimeoutMs + ANSWER_DELAY_MS,
      keepAlive: true,
      // A pooler gives the next transaction another session, which does not have them.
      keepsSession: !config.database.isPooled,
      // Statements are sent before the answer to the one before has come.
      pipeline: true,
    },
  };
}

// A list must take one core at most for each connection, and its plan must not be compiled for longer than it runs.
const READ_SETTINGS = 'SET max_parallel_workers_per_gather = 0; SET jit = off';

/** Added to `extra` for reads of the API. */
export const forReads = { onConnect: (client: pg.PoolClient) => client.query(READ_SETTINGS) };

/** A data source whose entities may have columns of every type that the tables have. */
export class PurserDataSource extends DataSource {
  constructor(options: DataSourceOptions) {
    super(options);
    this.driver.supportedDataTypes.push(XID8, OID);
  }
}

/** Connections of a pool in use and idle, and how many wait for one. */
export function connectionsOf({ driver }: DataSource): Readonly<Record<'busy' | 'idle' | 'waiting', number>> {
  const { totalCount, idleCount, waitingCount } = (driver as DataSource['driver'] & { readonly master: pg.Pool })
    .master;
  // The pool has whoever asks wait for a turn of the event loop, also when a connection is idle.
  const waiting = Math.max(0, waitingCount - idleCount);
  return { busy: totalCount - idleCount, idle: idleCount, waiting };
}

/**
 * How long a statement of a migration waits for a table. All that comes to the table after it waits as well: this is
 * what somebody else's long read can cost callers, who were promised less than 2 s.
 */
const MIGRATION_LOCK_TIMEOUT_MS = 1_000;

// TypeORM would write to the console what is thrown as well.
const nothing = (): void => undefined;
const SILENT: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

/** A data source for running migrations: no statement time-out, for building an index may take long. */
export function migrationDataSource(databaseUrl: string, migrations: DataSourceOptions['migrations']): DataSource {
  return new DataSource({
    type: 'postgres',
    // TypeORM would look for it in node_modules, which an image does not have.
    driver: pg,
    url: databaseUrl,
    applicationName: 'purser-migrate',
    migrationsTableName: 'migrations',
    migrations: migrations ?? [],
    logger: SILENT,
    // One connection holds the advisory lock while the other migrates.
    poolSize: 2,
    connectTimeoutMS: 5_000,
    // Those of the role, if it has any, are for the application's work.
    extra: { options: `${SESSION_OPTIONS} -c statement_timeout=0 -c lock_timeout=${MIGRATION_LOCK_TIMEOUT_MS}` },
  });
}
