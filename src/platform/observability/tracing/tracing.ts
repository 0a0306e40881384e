import type { LoggerService } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { VERSION } from '../../config/version.js';
import { currentWork, type Tracing, workChannel } from './spans.js';

/**
 * Starts tracing if a collector is configured; otherwise returns null. OpenTelemetry is in a separate file, so that it
 * costs neither time nor memory without tracing.
 */
export async function startTracing({ observability }: Config, logger: () => LoggerService): Promise<Tracing | null> {
  const { tracing } = observability;
  if (tracing === null) return null;
  const { sendSpans } = await import('./open-telemetry.js');
  return sendSpans({ ...tracing, version: VERSION }, { workChannel, currentWork, logger });
}
