import { Global, Module } from '@nestjs/common';
import { Alarms } from './alarms.js';
import { CommitProbe } from './commit-probe.js';
import { ConnectionMetrics } from './connection-metrics.js';
import { HealthController } from './health.controller.js';
import { MetricsRegistry } from './metrics-registry.js';
import { MetricsServer } from './metrics-server.js';
import { Readiness } from './readiness.js';

@Global()
@Module({
  controllers: [HealthController],
  providers: [MetricsRegistry, MetricsServer, Alarms, CommitProbe, ConnectionMetrics, Readiness],
  exports: [MetricsRegistry, Alarms, CommitProbe],
})
export class ObservabilityModule {}
