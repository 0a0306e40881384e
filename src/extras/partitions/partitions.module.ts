import { Module } from '@nestjs/common';
import type { Extra } from '../../platform/config/extra.js';
import { PartitionsSchedule } from './partitions.schedule.js';

@Module({ providers: [PartitionsSchedule] })
class PartitionsModule {}

export const PARTITIONS: Extra = { name: 'partitions', module: PartitionsModule, isAlwaysOn: true };
