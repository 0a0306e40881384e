import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import type { Extra } from '../../platform/config/extra.js';
import { ReadReplica } from '../../platform/database/read-replica.port.js';
import { checkStandby } from './check-standby.js';
import { StandbyMetrics } from './standby-metrics.js';
import { Standby } from './standby.js';

@Global()
@Module({
  providers: [
    {
      provide: ReadReplica,
      inject: [Config, DataSource],
      // A worker answers no queries.
      useFactory: (config: Config, main: DataSource) => (config.roles.api ? new Standby(config, main) : null),
    },
    StandbyMetrics,
  ],
  exports: [ReadReplica],
})
class StandbyModule {}

export const STANDBY: Extra = { name: 'standby', module: StandbyModule, prepare: checkStandby };
