import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { ProviderDetailsEntity } from './persistence/provider-details.entity.js';
import { ProviderDetailsRepository } from './persistence/provider-details.sql.js';
import { ProviderDetailsRetentionService } from './provider-details-retention.service.js';
import { ProviderDetailsService } from './provider-details.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ProviderDetailsEntity]),
    TypeOrmModule.forFeature([ProviderDetailsEntity], READS),
  ],
  providers: [ProviderDetailsRepository, ProviderDetailsService, ProviderDetailsRetentionService],
  exports: [ProviderDetailsService],
})
export class ProviderDetailsModule {}
