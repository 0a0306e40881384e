import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SendDatabase } from '../../platform/database/send-database.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';

// The shared budget gives whatever is asked for, and what TypeORM's module asks for is there.
const dataSource = {
  query: () => Promise.resolve([{ granted: 1, tokens: 1, held: 0 }]),
  getRepository: () => ({}),
  entityMetadatas: [],
  options: { type: 'postgres' },
};

/** A module that cannot start fails its spec. By default Nest ends the process, and with it other specs of the worker. */
export const NOT_ENDING = { abortOnError: false } as const;

/** Takes the place of the database, and of the module with the metrics, where only the provider is under test. */
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
