import { Module } from '@nestjs/common';
import { DecisionsResolver } from './graphql/decisions.resolver.js';
import { DecisionsService } from './decisions.service.js';

@Module({ providers: [DecisionsService, DecisionsResolver], exports: [DecisionsService] })
export class DecisionsModule {}
