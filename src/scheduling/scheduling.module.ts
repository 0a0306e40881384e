import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { OpenWork } from './open-work.js';
import { Ticks } from './ticks.js';

@Global()
@Module({ imports: [ScheduleModule.forRoot()], providers: [Ticks, OpenWork], exports: [Ticks, OpenWork] })
export class SchedulingModule {}
