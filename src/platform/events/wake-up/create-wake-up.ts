import type { DataSource } from 'typeorm';
import type { Config } from '../../config/config.js';
import { PostgresWakeUp } from '../persistence/postgres-wake-up.sql.js';
import { NatsWakeUp } from './nats-wake-up.adapter.js';
import { PollWakeUp } from './poll-wake-up.adapter.js';
import type { WakeUp } from './wake-up.port.js';

/** The carrier that the settings name. */
export function createWakeUp({ events, database }: Config, dataSource: DataSource): WakeUp {
  if (events.wakeUp === 'poll') return new PollWakeUp();
  if (events.wakeUp === 'nats' && events.natsUrl) return new NatsWakeUp(events.natsUrl);
  return new PostgresWakeUp(database.directUrl, dataSource);
}
