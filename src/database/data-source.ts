import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config.js';
import { guardedDriver } from './guarded-pool.js';
import { SnakeCaseNamingStrategy } from './snake-case.naming-strategy.js';

/** How the application reaches its database. Entities are added by the modules that own them. */
export function dataSourceOptions(config: Config): DataSourceOptions {
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
    // A statement that waits for a free connection longer than this is a fault, not patience.
    connectTimeoutMS: 5_000,
    extra: {
      statement_timeout: config.database.statementTimeoutMs,
      lock_timeout: config.database.lockTimeoutMs,
      // No transaction here waits on anything but the database, so an idle one is a stuck process: free its locks.
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
    },
  };
}

/** A data source for running migrations: no statement time-out, for building an index may take long. */
export function migrationDataSource(databaseUrl: string, migrations: DataSourceOptions['migrations']): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    applicationName: 'purser-migrate',
    migrationsTableName: 'migrations',
    migrations: migrations ?? [],
    logging: false,
    // One connection holds the advisory lock while the other migrates.
    poolSize: 2,
    connectTimeoutMS: 5_000,
  });
}
