import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import type { Extra } from '../../platform/config/extra.js';
import { StandbyReads } from '../../platform/database/standby-reads.port.js';
import { checkStandby } from './check-standby.js';
import { StandbyMetrics } from './standby-metrics.js';
import { Standby } from './standby.js';

@Global()
@Module({
  providers: [
    {
      provide: StandbyReads,
      inject: [Config, DataSource],
      // A worker needs no standby, because it answers no queries.
      useFactory: (config: Config, main: DataSource) => (config.roles.api ? new Standby(config, main) : null),
    },
    StandbyMetrics,
  ],
  exports: [StandbyReads],
})
class StandbyModule {}

export const STANDBY: Extra = { name: 'standby', module: StandbyModule, prepare: checkStandby };
