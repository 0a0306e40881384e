import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../access/access.module.js';
import { READS } from '../../platform/database/api-reads.js';
import { SetupResolver } from './graphql/setup.resolver.js';
import { SetupFactsQuery } from './persistence/setup-facts.sql.js';
import { SetupMarkEntity } from './persistence/setup-mark.entity.js';
import { SetupService } from './setup.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([SetupMarkEntity]),
    TypeOrmModule.forFeature([SetupMarkEntity], READS),
    AccessModule,
  ],
  providers: [SetupFactsQuery, SetupService, SetupResolver],
})
export class SetupModule {}
