import { type SandboxOptions, startSandbox } from '../sandbox.js';
import { SandboxClient } from './sandbox.client.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook.receiver.js';

export const firstToken = 'token-of-the-first-merchant';
export const secondToken = 'token-of-the-second-merchant';

/** A running sandbox with two merchants, a client of the first one, and the merchant's webhook receiver. */
export interface TestSandbox {
  readonly url: string;
  readonly client: SandboxClient;
  readonly receiver: WebhookReceiver;
  close(): Promise<void>;
}

/** Starts one on any free port. Webhooks are retried twice, at once, unless the options say otherwise. */
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
    ...options,
  });
  return {
    url: sandbox.url,
    client: new SandboxClient({ url: sandbox.url, token: firstToken }),
    receiver,
    close: async () => {
      await sandbox.close();
      await receiver.close();
    },
  };
}
