import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { READS } from '../database/api-reads.js';
import { DeskChangeEntity } from './persistence/desk-change.entity.js';
import { StatusChangeEntity } from './persistence/status-change.entity.js';
import { StatusFeed } from './status-feed.js';
import { StatusLog } from './status-log.js';
import { createWakeUp } from './wake-up/create-wake-up.js';
import { WakeUp } from './wake-up/wake-up.port.js';

@Global()
@Module({})
export class EventsModule {
  static with({ events }: Config): DynamicModule {
    const wakeUp = { provide: WakeUp, inject: [Config, DataSource], useFactory: createWakeUp };
    return {
      module: EventsModule,
      imports: [
        TypeOrmModule.forFeature([StatusChangeEntity, DeskChangeEntity]),
        TypeOrmModule.forFeature([StatusChangeEntity], READS),
      ],
      // With NATS, the extra's module provides the WakeUp globally.
      providers: [...(events.wakeUp === 'nats' ? [] : [wakeUp]), StatusLog, StatusFeed],
      exports: [StatusLog, StatusFeed],
    };
  }
}
