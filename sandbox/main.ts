import { readProcessSettings } from './process.settings.js';
import { startSandbox } from './sandbox.js';

/** 1 s, 5 s, 30 s, 2 min, 10 min: rides out a deploy of the merchant's server. The interface shows no schedule. */
const WEBHOOK_RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

try {
  const settings = readProcessSettings(process.env);
  const sandbox = await startSandbox({ ...settings, webhookRetryDelaysMs: WEBHOOK_RETRY_DELAYS_MS });
  console.log(`Payment service sandbox on ${sandbox.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
