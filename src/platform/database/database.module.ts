import { Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { ApiReads, READS } from './api-reads.js';
import { dataSourceOptions, PurserDataSource } from './connection/data-source.js';
import { FieldCipher } from './encryption/field-cipher.js';
import { StandbyReads } from './standby-reads.port.js';
import { SendDatabase } from './send-database.js';
import { UnitOfWork } from './unit-of-work.js';
import { DatabaseIncarnationEntity } from './persistence/database-incarnation.entity.js';
import { EncryptionCheckEntity } from './persistence/encryption-check.entity.js';
import { FreshReaderEntity } from './persistence/fresh-reader.entity.js';
import { StandbyBeatEntity } from './persistence/standby-beat.entity.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config),
        autoLoadEntities: true,
        // Bridges a short restart of the database. If it is down for longer, the start fails and the supervisor takes
        // over.
        retryAttempts: 5,
        retryDelay: 1_000,
      }),
      dataSourceFactory: (options) => {
        if (options === undefined) throw new Error('Nest made no options for the data source');
        return Promise.resolve(new PurserDataSource(options));
      },
    }),
    TypeOrmModule.forFeature([DatabaseIncarnationEntity, EncryptionCheckEntity, FreshReaderEntity, StandbyBeatEntity]),
  ],
  providers: [
    UnitOfWork,
    FieldCipher,
    {
      provide: ApiReads,
      inject: [Config, DataSource, { token: StandbyReads, optional: true }],
      useFactory: (config: Config, main: DataSource, standby?: StandbyReads | null) =>
        ApiReads.connect(config, main, standby),
    },
    { provide: getDataSourceToken(READS), useExisting: ApiReads },
    {
      provide: SendDatabase,
      inject: [Config, DataSource],
      useFactory: (config: Config, main: DataSource) => SendDatabase.connect(config, main),
    },
  ],
  exports: [UnitOfWork, FieldCipher, ApiReads, getDataSourceToken(READS), SendDatabase],
})
export class DatabaseModule {}
