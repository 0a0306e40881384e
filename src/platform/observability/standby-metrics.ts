import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ApiReads } from '../database/api-reads.js';
import { STANDBY_OUTCOMES } from '../database/standby/standby.js';
import { MetricsRegistry } from './metrics-registry.js';

const MILLISECONDS = 1_000;

/** Tells how old the standby is, and how often it answers; nothing where there is none. */
@Injectable()
export class StandbyMetrics {
  constructor({ standby }: ApiReads, registry: MetricsRegistry) {
    if (!standby) return;
    const lag: Gauge = new Gauge({
      name: 'purser_standby_lag_seconds',
      help: 'How old the state of the standby for reads is at most; infinite while it is away.',
      registers: [registry],
      collect: () => {
        lag.set(standby.lagMilliseconds() / MILLISECONDS);
      },
    });
    standby.onRead(
      registry.counterOf({
        name: 'purser_standby_reads_total',
        help: 'Statements that the standby answered, and those that the primary did since it was behind or failed.',
        label: 'outcome',
        values: STANDBY_OUTCOMES,
      }),
    );
  }
}
