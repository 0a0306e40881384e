import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntityManager, type Logger, type QueryRunner } from 'typeorm';
import type { Config } from '../../config/config.js';
import { OID, XID8 } from '../column-types.js';
import { guardedDriver } from './guarded-pool.js';
import { type CompiledFinds, PlainFinds } from './plain-finds.js';
import { SESSION_OPTIONS, sessionLimits } from './session-limits.js';
import { SnakeCaseNamingStrategy } from './snake-case-naming-strategy.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

// The server ends a statement by itself. If it has not answered this long after that, it is gone.
export const ANSWER_DELAY_MS = 2_000;

/** The application's connection options. Modules add their own entities. */
export function dataSourceOptions(config: Config): PostgresOptions {
  return {
    type: 'postgres',
    driver: guardedDriver,
    url: config.database.url.reveal(),
    applicationName: 'purser',
    namingStrategy: new SnakeCaseNamingStrategy(),
    // Only migrations change the schema, before the application starts.
    synchronize: false,
    migrationsRun: false,
    // Query logging would print parameters, which may be personal data.
    logging: false,
    poolSize: config.database.poolSize,
    // A caller who waits longer for a free connection is refused as busy, and repeats the request.
    connectTimeoutMS: 5_000,
    extra: {
      ...sessionLimits(config),
      // Enforced on this side, and for COMMIT as well, which the server's time-outs exclude.
      query_timeout: config.database.statementTimeoutMs + ANSWER_DELAY_MS,
      keepAlive: true,
      // A pooler gives the next transaction another session, without this one's settings.
      keepsSession: !config.database.isPooled,
      // Statements are sent without waiting for the previous answer.
      pipeline: true,
    },
  };
}

// A list must not use more than one core per connection, nor compile its plan for longer than it runs.
const READ_SETTINGS = 'SET max_parallel_workers_per_gather = 0; SET jit = off';

export const forReads = { onConnect: (client: pg.PoolClient) => client.query(READ_SETTINGS) };

/** A data source that accepts every column type in use, and compiles plain finds once. */
export class PurserDataSource extends DataSource {
  // Without an initializer, because the constructor of DataSource creates a manager.
  private compiledFinds?: CompiledFinds;

  constructor(options: DataSourceOptions) {
    super(options);
    this.driver.supportedDataTypes.push(XID8, OID);
  }

  override createEntityManager(queryRunner?: QueryRunner): EntityManager {
    return new PlainFinds(this, queryRunner, (this.compiledFinds ??= new Map()));
  }
}

/** Busy and idle connections of a pool, and the number of waiting requests. */
export function connectionsOf({ driver }: DataSource): Readonly<Record<'busy' | 'idle' | 'waiting', number>> {
  const { totalCount, idleCount, waitingCount } = (driver as DataSource['driver'] & { readonly master: pg.Pool })
    .master;
  // Every request waits for one tick, even if a connection is idle.
  const waiting = Math.max(0, waitingCount - idleCount);
  return { busy: totalCount - idleCount, idle: idleCount, waiting };
}

/**
 * How long a migration's statement waits for a table. Later requests for the table queue behind it, so this is what
 * someone's long read can cost callers, who were promised less than 2 s.
 */
const MIGRATION_LOCK_TIMEOUT_MS = 1_000;

// TypeORM would also write thrown errors to the console.
const nothing = (): void => undefined;
const SILENT: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

/** A data source for migrations, without statement time-out, because building an index may take long. */
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
    // One connection holds the advisory lock, the other migrates.
    poolSize: 2,
    connectTimeoutMS: 5_000,
    // The role's own time-outs, if any, are for the application's work.
    extra: { options: `${SESSION_OPTIONS} -c statement_timeout=0 -c lock_timeout=${MIGRATION_LOCK_TIMEOUT_MS}` },
  });
}
