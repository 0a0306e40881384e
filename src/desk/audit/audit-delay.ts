import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { findUnsealedSeconds } from './persistence/audit-seals.sql.js';

// The alarm speaks of minutes. A tick of its own, since sealing may be what fails.
const LOOK_EVERY_MS = 60_000;

// Sealing takes seconds, and no transaction of Purser's stays open for a minute. Half of what the verifier waits before
// it calls an entry unsealed, so that whoever is called has time before the daily verification finds it.
const SEALED_WITHIN_SECONDS = 300;

/** How long sealing is behind: an entry without a seal can be changed unseen. */
@Injectable()
export class AuditDelay {
  constructor(
    private readonly dataSource: DataSource,
    private readonly alarms: Alarms,
    registry: MetricsRegistry,
  ) {
    // Asked for with each scrape, by every process: where no worker runs, nobody else would tell.
    const gauge: Gauge = new Gauge({
      name: 'purser_audit_unsealed_seconds',
      help: 'Age of the oldest entry of the audit log that has no seal; 0 when all have, NaN while it cannot be asked.',
      registers: [registry],
      collect: async () => {
        gauge.set(await findUnsealedSeconds(dataSource).catch(() => NaN));
      },
    });
  }

  /** Raises an alarm when entries wait for too long. */
  @RunEvery(LOOK_EVERY_MS, 'audit.delay')
  async look(): Promise<void> {
    const seconds = await findUnsealedSeconds(this.dataSource);
    if (seconds > SEALED_WITHIN_SECONDS) this.alarms.raise('audit_not_sealed', { seconds: Math.round(seconds) });
  }
}
