import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { ApiReads } from '../database/api-reads.js';
import { connectionsOf } from '../database/connection/data-source.js';
import { SendDatabase } from '../database/send-database.js';
import { MetricsRegistry } from './metrics-registry.js';

/**
 * Counts this process's database connections. A request that waits too long for a connection fails with a "busy" error.
 */
@Injectable()
export class ConnectionMetrics {
  constructor(main: DataSource, reads: ApiReads, sends: SendDatabase, registry: MetricsRegistry) {
    const gauge: Gauge<'pool' | 'state'> = new Gauge({
      name: 'purser_database_connections',
      help: 'Connections in use and idle, and callers that wait for one, by the name that pg_stat_activity shows.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect: () => {
        const standby = reads.standby?.connections;
        for (const [pool, dataSource] of Object.entries({
          purser: main,
          'purser-reads': reads,
          'purser-sends': sends,
          ...(standby && { 'purser-standby': standby }),
        })) {
          for (const [state, count] of Object.entries(connectionsOf(dataSource))) gauge.set({ pool, state }, count);
        }
      },
    });
  }
}
