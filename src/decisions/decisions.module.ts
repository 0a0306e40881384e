import { Module } from '@nestjs/common';
import { DecisionsService } from './decisions.service.js';

@Module({ providers: [DecisionsService], exports: [DecisionsService] })
export class DecisionsModule {}
