import type { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import {
  ANSWER_DELAY_MS,
  dataSourceOptions,
  forReads,
  PurserDataSource,
} from '../../platform/database/connection/data-source.js';
import { SESSION_OPTIONS } from '../../platform/database/connection/session-limits.js';
import { StandbyBeatEntity } from '../../platform/database/persistence/standby-beat.entity.js';

// If connecting takes longer than this, the primary answers instead.
const CONNECT_MS = 2_000;

export function connectToStandby(config: Config): Promise<DataSource> {
  const { readUrl, readPoolSize, readTimeoutMs } = config.database;
  if (!readUrl) throw new Error('DATABASE_READ_URL was not checked');
  const options = dataSourceOptions(config);
  const standby = new PurserDataSource({
    ...options,
    url: readUrl.reveal(),
    applicationName: 'purser-standby',
    entities: [StandbyBeatEntity],
    poolSize: readPoolSize,
    connectTimeoutMS: CONNECT_MS,
    extra: {
      ...(options.extra as object),
      ...forReads,
      // True even if Purser reaches the primary through a pooler, because connections to the standby are direct.
      keepsSession: true,
      options: SESSION_OPTIONS,
      statement_timeout: readTimeoutMs,
      query_timeout: readTimeoutMs + ANSWER_DELAY_MS,
    },
  });
  return standby.initialize();
}
