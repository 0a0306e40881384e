import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../access/access.module.js';
import { CardLimitsService } from './card-limits.service.js';
import { CardLimitsResolver } from './graphql/card-limits.resolver.js';
import { LiftCardBlockService } from './lift-card-block.service.js';
import { CardCountEntity } from './persistence/card-count.entity.js';
import { CardCountsRepository } from './persistence/card-counts.sql.js';
import { CountedCardEntity } from './persistence/counted-card.entity.js';

@Module({
  imports: [AccessModule, TypeOrmModule.forFeature([CardCountEntity, CountedCardEntity])],
  providers: [CardCountsRepository, CardLimitsService, LiftCardBlockService, CardLimitsResolver],
  exports: [CardLimitsService],
})
export class CardLimitsModule {}
