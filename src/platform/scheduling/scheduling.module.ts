import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Config } from '../config/config.js';
import { OpenWork } from './open-work.js';
import { PatientWork } from './patient-work.js';
import { Ticks } from './ticks.js';

@Global()
@Module({
  imports: [
    ScheduleModule.forRootAsync({
      inject: [Config],
      useFactory: ({ roles }: Config) => ({ intervals: roles.worker }),
    }),
  ],
  providers: [Ticks, OpenWork, PatientWork],
  exports: [Ticks, OpenWork, PatientWork],
})
export class SchedulingModule {}
