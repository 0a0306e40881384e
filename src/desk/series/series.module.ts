import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { SeriesResolver } from './graphql/series.resolver.js';
import { EndRollupEntity } from './persistence/end-rollup.entity.js';
import { RollRepository } from './persistence/roll.sql.js';
import { RollupCursorEntity } from './persistence/rollup-cursor.entity.js';
import { RollupOrderWithoutCurrencyEntity } from './persistence/rollup-order-without-currency.entity.js';
import { SeriesQuery } from './persistence/series.sql.js';
import { StatusRollupEntity } from './persistence/status-rollup.entity.js';
import { RollStatusesService } from './roll-statuses.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      StatusRollupEntity,
      EndRollupEntity,
      RollupCursorEntity,
      RollupOrderWithoutCurrencyEntity,
    ]),
    TypeOrmModule.forFeature([StatusRollupEntity], READS),
    WebhooksModule,
  ],
  providers: [RollRepository, SeriesQuery, RollStatusesService, SeriesResolver],
})
export class SeriesModule {}
