import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SendDatabase } from '../../database/send-database.js';

// The shared budget gives whatever is asked for, and what TypeORM's module asks for is there.
const dataSource = {
  query: () => Promise.resolve([{ granted: 1, tokens: 1, held: 0 }]),
  getRepository: () => ({}),
  entityMetadatas: [],
  options: { type: 'postgres' },
};

/** Takes the place of the database where only the provider is under test. */
@Global()
@Module({
  providers: [
    { provide: DataSource, useValue: dataSource },
    { provide: SendDatabase, useValue: dataSource },
  ],
  exports: [DataSource, SendDatabase],
})
export class DatabaseStandIn {}
