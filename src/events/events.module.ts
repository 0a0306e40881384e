import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LogWakeUp } from './persistence/log-wake-up.sql.js';
import { StatusFeed } from './status-feed.js';
import { StatusLog } from './status-log.js';
import { DeskChangeEntity } from './persistence/desk-change.entity.js';
import { StatusChangeEntity } from './persistence/status-change.entity.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([StatusChangeEntity, DeskChangeEntity])],
  providers: [LogWakeUp, StatusLog, StatusFeed],
  exports: [StatusLog, StatusFeed],
})
export class EventsModule {}
