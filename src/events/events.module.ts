import { Global, Module } from '@nestjs/common';
import { LogWakeUp } from './log-wake-up.js';
import { StatusFeed } from './status-feed.js';
import { StatusLog } from './status-log.js';

@Global()
@Module({ providers: [LogWakeUp, StatusLog, StatusFeed], exports: [StatusLog, StatusFeed] })
export class EventsModule {}
