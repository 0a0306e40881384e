import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CloseDiscrepancyService } from './close-discrepancy.service.js';
import { DiscrepanciesRepository } from './persistence/discrepancies.repository.js';
import { DiscrepanciesResolver } from './graphql/discrepancies.resolver.js';
import { DiscrepanciesPageQuery } from './persistence/discrepancies-page.query.js';
import { DiscrepancyEntity } from './persistence/discrepancy.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([DiscrepancyEntity])],
  providers: [DiscrepanciesRepository, DiscrepanciesPageQuery, CloseDiscrepancyService, DiscrepanciesResolver],
  exports: [DiscrepanciesPageQuery, DiscrepanciesRepository],
})
export class DiscrepanciesModule {}
