import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SendDatabase } from '../../platform/database/send-database.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';

// Has what TypeORM's module needs, and grants every request to the shared budget.
const dataSource = {
  query: () => Promise.resolve([{ granted: 1, tokens: 1, held: 0 }]),
  getRepository: () => ({}),
  entityMetadatas: [],
  options: { type: 'postgres' },
};

/**
 * Lets a module that fails to start fail its spec. By default Nest ends the process, and with it the worker's other
 * specs.
 */
export const NOT_ENDING = { abortOnError: false } as const;

/** Replaces the database and metrics modules in specs that test only the provider. */
@Global()
@Module({
  providers: [
    { provide: DataSource, useValue: dataSource },
    { provide: SendDatabase, useValue: dataSource },
    MetricsRegistry,
    Alarms,
  ],
  exports: [DataSource, SendDatabase, MetricsRegistry, Alarms],
})
export class DatabaseStandIn {}
