import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { OpenWork } from './open-work.js';
import { PartitionsSchedule } from './partitions.schedule.js';
import { PatientWork } from './patient-work.js';
import { Ticks } from './ticks.js';

@Global()
@Module({
  imports: [ScheduleModule.forRoot(), DiscoveryModule],
  providers: [Ticks, OpenWork, PatientWork, PartitionsSchedule],
  exports: [Ticks, OpenWork, PatientWork],
})
export class SchedulingModule {}
