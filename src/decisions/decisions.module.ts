import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../access/access.module.js';
import { DecisionsResolver } from './graphql/decisions.resolver.js';
import { DecisionsService } from './decisions.service.js';
import { DecisionEntity } from './persistence/decision.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([DecisionEntity]), AccessModule],
  providers: [DecisionsService, DecisionsResolver],
  exports: [DecisionsService],
})
export class DecisionsModule {}
