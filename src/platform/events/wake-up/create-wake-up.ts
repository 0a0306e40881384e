import type { DataSource } from 'typeorm';
import type { Config } from '../../config/config.js';
import { PostgresWakeUp } from '../persistence/postgres-wake-up.sql.js';
import { PollWakeUp } from './poll-wake-up.adapter.js';
import type { WakeUp } from './wake-up.port.js';

/** Creates the WakeUp that the settings select, unless an extra provides it. */
export function createWakeUp({ events, database }: Config, dataSource: DataSource): WakeUp {
  return events.wakeUp === 'poll' ? new PollWakeUp() : new PostgresWakeUp(database.directUrl, dataSource);
}
