import { Global, Module } from '@nestjs/common';
import { Alarms } from './alarms.js';
import { HealthController } from './health.controller.js';
import { MetricsRegistry } from './metrics-registry.js';
import { MetricsServer } from './metrics.server.js';

@Global()
@Module({
  controllers: [HealthController],
  providers: [MetricsRegistry, MetricsServer, Alarms],
  exports: [MetricsRegistry, Alarms],
})
export class ObservabilityModule {}
