import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AccessModule } from '../../access/access.module.js';
import { CloseDiscrepancyService } from './close-discrepancy.service.js';
import { PayoutDisputes } from './payout-disputes.js';
import { DiscrepanciesRepository } from './persistence/discrepancies.repository.js';
import { DiscrepanciesResolver } from './graphql/discrepancies.resolver.js';
import { DiscrepanciesPageQuery } from './persistence/discrepancies-page.query.js';
import { DiscrepancyEntity } from './persistence/discrepancy.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DiscrepancyEntity]),
    TypeOrmModule.forFeature([DiscrepancyEntity], READS),
    AccessModule,
  ],
  providers: [
    DiscrepanciesRepository,
    DiscrepanciesPageQuery,
    PayoutDisputes,
    CloseDiscrepancyService,
    DiscrepanciesResolver,
  ],
  exports: [DiscrepanciesPageQuery, DiscrepanciesRepository, PayoutDisputes, CloseDiscrepancyService],
})
export class DiscrepanciesModule {}
