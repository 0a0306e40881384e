import { type SandboxOptions, startSandbox } from '../sandbox.js';
import { SandboxClient } from './sandbox-client.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

export const firstToken = 'token-of-the-first-merchant';
export const secondToken = 'token-of-the-second-merchant';

/** A running sandbox with two merchants, a client of the first one and its webhook receiver. */
export interface TestSandbox {
  readonly url: string;
  readonly client: SandboxClient;
  readonly receiver: WebhookReceiver;
  readonly close: () => Promise<void>;
}

const running = new Set<TestSandbox>();

/**
 * Starts a sandbox on any free port. By default it retries webhooks twice without delay, only the control API moves
 * payouts, only reads move H2H sessions, and orders reach their outcome immediately.
 */
export async function startTestSandbox({
  receiverAnswers = [],
  ...options
}: Partial<SandboxOptions> & { receiverAnswers?: readonly number[] } = {}): Promise<TestSandbox> {
  const receiver = await startWebhookReceiver({ answers: receiverAnswers });
  const sandbox = await startSandbox({
    port: 0,
    apiTokens: [firstToken, secondToken],
    orderWebhookUrl: receiver.url,
    bookFile: null,
    webhookRetryDelaysMs: [0, 0],
    payoutProcessingDelayMs: null,
    payoutCompletionDelayMs: null,
    h2hStageDelayMs: null,
    orderOutcomeDelayMs: 0,
    ...options,
  }).catch(async (error: unknown) => {
    await receiver.close();
    throw error;
  });
  const started: TestSandbox = {
    url: sandbox.url,
    client: new SandboxClient({ url: sandbox.url, token: firstToken }),
    receiver,
    close: async () => {
      running.delete(started);
      await sandbox.close();
      await receiver.close();
    },
  };
  running.add(started);
  return started;
}

/** Closes everything the test started, even if the test failed. Call it in `afterEach`. */
export async function closeTestSandboxes(): Promise<void> {
  await Promise.all([...running].map(({ close }) => close()));
}
