import { readProcessSettings } from '../../../../sandbox/process-settings.js';
import { startSandbox } from '../../../../sandbox/sandbox.js';

// By default the sandbox waits up to ten minutes between two deliveries, which would be most of a run. Replicas are
// back within seconds, before sixteen deliveries in a quarter of a minute are used up.
const WEBHOOK_RETRY_DELAYS_MS = [100, 200, 400, 800, ...Array.from({ length: 12 }, () => 1_000)];

// Fast enough for every payout to end within the run, and slow enough for read-backs and webhooks to meet every status.
const PACE = { payoutProcessingDelayMs: 300, payoutCompletionDelayMs: 600 };

const sandbox = await startSandbox({
  ...readProcessSettings(process.env),
  ...PACE,
  webhookRetryDelaysMs: WEBHOOK_RETRY_DELAYS_MS,
  payoutWebhookSecret: process.env['WEBHOOK_SECRET'] ?? null,
});
process.once('SIGTERM', () => void sandbox.close());
