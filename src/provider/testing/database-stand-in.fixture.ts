import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SendDatabase } from '../../platform/database/send-database.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';

// Provides what TypeORM's module needs, and grants every request to the shared budget.
const dataSource = {
  query: () => Promise.resolve([{ granted: 1, tokens: 1, held: 0 }]),
  getRepository: () => ({}),
  entityMetadatas: [],
  options: { type: 'postgres' },
};

/** Lets a failing module fail its spec. By default Nest ends the process, and with it the worker's other specs. */
export const NOT_ENDING = { abortOnError: false } as const;

/** Replaces the database and the metrics module where only the provider is tested. */
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
