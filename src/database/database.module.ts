import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { ApiReads } from './api-reads.js';
import { dataSourceOptions } from './data-source.js';
import { FieldCipher } from './field-cipher.js';
import { UnitOfWork } from './unit-of-work.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config),
        autoLoadEntities: true,
        // A database that is starting may be waited for; one that is down for longer is for the supervisor.
        retryAttempts: 5,
        retryDelay: 1_000,
      }),
    }),
  ],
  providers: [
    UnitOfWork,
    FieldCipher,
    {
      provide: ApiReads,
      inject: [Config, DataSource],
      useFactory: (config: Config, main: DataSource) => ApiReads.connect(config, main),
    },
  ],
  exports: [UnitOfWork, FieldCipher, ApiReads],
})
export class DatabaseModule {}
