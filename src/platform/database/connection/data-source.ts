import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntityManager, type Logger, type QueryRunner } from 'typeorm';
import type { Config } from '../../config/config.js';
import { OID, XID8 } from '../column-types.js';
import { guardedDriver } from './guarded-pool.js';
import { type CompiledFinds, PlainFinds } from './plain-finds.js';
import { SESSION_OPTIONS, sessionLimits } from './session-limits.js';
import { SnakeCaseNamingStrategy } from './snake-case-naming-strategy.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

// The server ends a slow statement by itself. If it has not answered this long after its own timeout, it is gone.
export const ANSWER_DELAY_MS = 2_000;

/** The application's connection options. Each module adds its entities. */
export function dataSourceOptions(config: Config): PostgresOptions {
  return {
    type: 'postgres',
    driver: guardedDriver,
    url: config.database.url.reveal(),
    applicationName: 'purser',
    namingStrategy: new SnakeCaseNamingStrategy(),
    // Only migrations change the schema, and they run before the application starts.
    synchronize: false,
    migrationsRun: false,
    // Logging queries would print their parameters, which may be personal data.
    logging: false,
    poolSize: config.database.poolSize,
    // If no connection becomes free in time, the caller gets a "busy" error and can repeat the request.
    connectTimeoutMS: 5_000,
    extra: {
      ...sessionLimits(config),
      // A timeout on the client side that also covers COMMIT, to which the server's timeouts do not apply.
      query_timeout: config.database.statementTimeoutMs + ANSWER_DELAY_MS,
      keepAlive: true,
      // Behind a pooler the next transaction may run in another session, which lacks this one's settings.
      keepsSession: !config.database.isPooled,
      // Sends statements without waiting for the previous answer.
      pipeline: true,
    },
  };
}

// A list must not use more than one core per connection, nor spend longer on compiling its plan than on running it.
const READ_SETTINGS = 'SET max_parallel_workers_per_gather = 0; SET jit = off';

export const forReads = { onConnect: (client: pg.PoolClient) => client.query(READ_SETTINGS) };

/** A data source that accepts every column type in use, and compiles simple finds only once. */
export class PurserDataSource extends DataSource {
  // Declared without an initializer, because the constructor of DataSource creates a manager before initializers run.
  private compiledFinds?: CompiledFinds;

  constructor(options: DataSourceOptions) {
    super(options);
    this.driver.supportedDataTypes.push(XID8, OID);
  }

  override createEntityManager(queryRunner?: QueryRunner): EntityManager {
    return new PlainFinds(this, queryRunner, (this.compiledFinds ??= new Map()));
  }
}

/** Number of busy and idle connections in a pool, and of requests waiting for one. */
export function connectionsOf({ driver }: DataSource): Readonly<Record<'busy' | 'idle' | 'waiting', number>> {
  const { totalCount, idleCount, waitingCount } = (driver as DataSource['driver'] & { readonly master: pg.Pool })
    .master;
  // Every request waits for one tick even if a connection is idle, so those are not counted.
  const waiting = Math.max(0, waitingCount - idleCount);
  return { busy: totalCount - idleCount, idle: idleCount, waiting };
}

/**
 * How long a migration's statement waits for a table. Later requests for the table queue behind it, so callers wait as
 * long if someone else is reading for long; they were promised less than 2 s.
 */
const MIGRATION_LOCK_TIMEOUT_MS = 1_000;

// Replaces TypeORM's logging, which would write thrown errors to the console a second time.
const nothing = (): void => undefined;
const SILENT: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

/** Creates a data source for migrations, without a statement timeout, because building an index may take long. */
export function migrationDataSource(databaseUrl: string, migrations: DataSourceOptions['migrations']): DataSource {
  return new DataSource({
    type: 'postgres',
    // TypeORM would otherwise search for the driver in node_modules, which an image does not have.
    driver: pg,
    url: databaseUrl,
    applicationName: 'purser-migrate',
    migrationsTableName: 'migrations',
    migrations: migrations ?? [],
    logger: SILENT,
    // One connection holds the advisory lock while the other migrates.
    poolSize: 2,
    connectTimeoutMS: 5_000,
    // Overrides any timeouts of the role, which are meant for the application's work.
    extra: { options: `${SESSION_OPTIONS} -c statement_timeout=0 -c lock_timeout=${MIGRATION_LOCK_TIMEOUT_MS}` },
  });
}
