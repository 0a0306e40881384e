import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { SandboxControl } from '../rig/stage/sandbox/sandbox-control.js';
import { TEST_SETTINGS } from './settings.js';

export type { BookedOrder, BookedPayout } from '../rig/stage/sandbox/sandbox-control.js';

export class TestSandbox extends SandboxControl {
  static async start(): Promise<TestSandbox> {
    return new TestSandbox(
      await startSandbox({
        port: 0,
        apiTokens: [TEST_SETTINGS.PROVIDER_API_TOKEN],
        orderWebhookUrl: null,
        payoutWebhookSecret: TEST_SETTINGS.WEBHOOK_SECRET,
        // Payouts move only when a test moves them.
        payoutProcessingDelayMs: null,
        payoutCompletionDelayMs: null,
        // Card sessions, and their orders, move only when they are read.
        h2hStageDelayMs: null,
        orderOutcomeDelayMs: 0,
        bookFile: null,
        // Short enough for a test to wait for, and long enough to tell a retry from a first delivery.
        webhookRetryDelaysMs: [50, 100, 200, 400, 800, 1_600],
      }),
    );
  }

  /** Returns a client for a sandbox that something else starts and closes. */
  static at(url: string): TestSandbox {
    return new TestSandbox({ url, close: () => Promise.resolve() });
  }

  private constructor(private readonly sandbox: Sandbox) {
    super(sandbox.url);
  }

  async sendWebhooksTo(orderWebhookUrl: string): Promise<void> {
    await this.changeSettings({ orderWebhookUrl });
  }

  /** Changes which methods the terminal has. Absent settings stay unchanged. */
  async setTerminal(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await this.control('PUT', 'terminals', changes);
  }

  /**
   * Sets the delay after which an order gets its outcome from the card or the terminal; null leaves the outcome to the
   * test.
   */
  async setOrderOutcomeDelay(orderOutcomeDelayMs: number | null): Promise<void> {
    await this.changeSettings({ orderOutcomeDelayMs });
  }

  /** Creates an order as the merchant, bypassing Purser, and returns the answer. */
  async postOrder(
    body: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly status: number; readonly json: unknown }> {
    const response = await fetch(`${this.url}/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': TEST_SETTINGS.PROVIDER_API_TOKEN },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  }

  /** Returns how often the provider received a card and a code for an order, accepted or not. */
  async secretsReceived(orderId: string): Promise<{ readonly cards: number; readonly codes: number }> {
    const { cards, codes } = await this.bookedOrder(orderId);
    return { cards: cards.length, codes: codes.length };
  }

  /** Sends a webhook about a payout's current status, as the provider's staff does on request. */
  async announcePayout(payoutId: string): Promise<void> {
    await this.control('POST', `payouts/${payoutId}/webhook`);
  }

  /** Deletes all orders and payouts, so the provider looks newly installed. */
  async reset(): Promise<void> {
    await this.control('POST', 'reset');
  }

  /** Delivers a webhook that the provider never sent. */
  async forgeWebhook(body: string, count = 1): Promise<void> {
    await this.control('POST', 'webhooks', { body, count });
  }

  /** Counts requests by method and path. Reads of the services, with which each start tests the token, are left out. */
  async countRequests(): Promise<Readonly<Record<string, number>>> {
    const { 'GET /v1/payouts/services': _services, ...requests } = (await this.counters()).requests;
    return requests;
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}
