import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecipientCountEntity } from './persistence/recipient-count.entity.js';
import { PersonSearchService } from './person-search.service.js';
import { ReadingsService } from './readings.service.js';

/** Limits and records how much callers see of recipients and payers. */
@Module({
  imports: [TypeOrmModule.forFeature([RecipientCountEntity])],
  providers: [ReadingsService, PersonSearchService],
  exports: [ReadingsService, PersonSearchService],
})
export class PersonalDataModule {}
