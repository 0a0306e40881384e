import type { LoggerService } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { VERSION } from '../../config/version.js';
import { currentWork, type Tracing, workChannel } from './spans.js';

/**
 * Makes traces when an address for them is set; null otherwise. OpenTelemetry is a file of its own, which is then loaded
 * and takes no time and no memory before.
 */
export async function startTracing({ observability }: Config, logger: () => LoggerService): Promise<Tracing | null> {
  const { tracing } = observability;
  if (tracing === null) return null;
  const { sendSpans } = await import('./open-telemetry.js');
  return sendSpans({ ...tracing, version: VERSION }, { workChannel, currentWork, logger });
}
