import { Module } from '@nestjs/common';
import { DiscrepanciesRepository } from './discrepancies.repository.js';

@Module({ providers: [DiscrepanciesRepository], exports: [DiscrepanciesRepository] })
export class DiscrepanciesModule {}
