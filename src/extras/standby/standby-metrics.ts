import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { StandbyReads } from '../../platform/database/standby-reads.port.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { type Standby, STANDBY_OUTCOMES } from './standby.js';

const MILLISECONDS = 1_000;

/** Measures how far the standby is behind, and how often it answers. */
@Injectable()
export class StandbyMetrics {
  constructor(@Inject(StandbyReads) standby: Standby | null, registry: MetricsRegistry) {
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
