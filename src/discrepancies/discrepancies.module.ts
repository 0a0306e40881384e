import { Module } from '@nestjs/common';
import { CloseDiscrepancyService } from './close-discrepancy.service.js';
import { DiscrepanciesRepository } from './persistence/discrepancies.repository.js';
import { DiscrepanciesResolver } from './graphql/discrepancies.resolver.js';
import { DiscrepanciesPageQuery } from './persistence/discrepancies-page.query.js';

@Module({
  providers: [DiscrepanciesRepository, DiscrepanciesPageQuery, CloseDiscrepancyService, DiscrepanciesResolver],
  exports: [DiscrepanciesRepository],
})
export class DiscrepanciesModule {}
