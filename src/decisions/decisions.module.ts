import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DecisionsResolver } from './graphql/decisions.resolver.js';
import { DecisionsService } from './decisions.service.js';

@Module({ imports: [AccessModule], providers: [DecisionsService, DecisionsResolver], exports: [DecisionsService] })
export class DecisionsModule {}
