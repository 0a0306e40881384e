import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import type { Repository } from 'typeorm';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { AuditEntryEntity } from './persistence/audit-entry.entity.js';
import { findUnsealedSeconds } from './persistence/audit-seals.sql.js';

// A minute is enough for an alarm after five. This has a separate tick, because sealing itself may be what fails.
const LOOK_EVERY_MS = 60_000;

// Sealing takes seconds, and no transaction in Purser runs for a minute. This is half of the verifier's limit, so that
// the person on call has time before the daily verification reports the entry.
const SEALED_WITHIN_SECONDS = 300;

/** Measures how far sealing has fallen behind, because an unsealed entry can be changed unnoticed. */
@Injectable()
export class AuditDelay {
  constructor(
    @InjectRepository(AuditEntryEntity) private readonly entries: Repository<AuditEntryEntity>,
    private readonly alarms: Alarms,
    registry: MetricsRegistry,
  ) {
    // Every process measures it when it is scraped, so that it is reported even if no worker is running.
    const gauge: Gauge = new Gauge({
      name: 'purser_audit_unsealed_seconds',
      help: 'Age of the oldest entry of the audit log that has no seal; 0 when all have, NaN while it cannot be asked.',
      registers: [registry],
      collect: async () => {
        gauge.set(await findUnsealedSeconds(entries).catch(() => NaN));
      },
    });
  }

  @RunEvery(LOOK_EVERY_MS, 'audit.delay')
  async look(): Promise<void> {
    const seconds = await findUnsealedSeconds(this.entries);
    if (seconds > SEALED_WITHIN_SECONDS) this.alarms.raise('audit_not_sealed', { seconds: Math.round(seconds) });
  }
}
