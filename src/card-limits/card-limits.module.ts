import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CardLimitsService } from './card-limits.service.js';
import { CardCountEntity } from './persistence/card-count.entity.js';
import { CardCountsRepository } from './persistence/card-counts.repository.js';
import { CountedCardEntity } from './persistence/counted-card.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([CardCountEntity, CountedCardEntity])],
  providers: [CardCountsRepository, CardLimitsService],
  exports: [CardLimitsService],
})
export class CardLimitsModule {}
