import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Ticks } from './ticks.js';

@Global()
@Module({ imports: [ScheduleModule.forRoot()], providers: [Ticks], exports: [Ticks] })
export class SchedulingModule {}
