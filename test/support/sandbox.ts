import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { TEST_SETTINGS } from './purser.js';

export interface BookedOrder {
  readonly id: string;
  readonly status: string;
  readonly externalId: string;
  readonly amount: string;
  readonly currency: string;
  readonly purpose: string;
  readonly method: string;
  readonly extraParams: string | null;
  readonly customer: Readonly<Record<string, string>> | null;
  /** Why the terminal declines it; null: it does not. */
  readonly declineReason: string | null;
  readonly cards: readonly { readonly first6: string; readonly last4: string; readonly outcome: string }[];
}

export interface BookedPayout {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly externalId: string;
  readonly callbackUrl?: string | null;
  readonly account: { readonly requisites: string };
}

/** A running sandbox and its control API. */
export class TestSandbox {
  static async start(): Promise<TestSandbox> {
    return new TestSandbox(
      await startSandbox({
        port: 0,
        apiTokens: [TEST_SETTINGS.PROVIDER_API_TOKEN],
        orderWebhookUrl: null,
        payoutWebhookSecret: TEST_SETTINGS.WEBHOOK_SECRET,
        // Payouts move when a test moves them.
        payoutProcessingDelayMs: null,
        payoutCompletionDelayMs: null,
        // Card sessions move when they are read, and orders with them.
        h2hStageDelayMs: null,
        orderOutcomeDelayMs: 0,
        bookFile: null,
        // Fast enough for a test to wait for, slow enough to tell a retry from a first delivery.
        webhookRetryDelaysMs: [50, 100, 200, 400, 800, 1_600],
      }),
    );
  }

  /** A sandbox that somebody else started and closes. */
  static at(url: string): TestSandbox {
    return new TestSandbox({ url, close: () => Promise.resolve() });
  }

  private constructor(private readonly sandbox: Sandbox) {}

  get url(): string {
    return this.sandbox.url;
  }

  async sendWebhooksTo(orderWebhookUrl: string): Promise<void> {
    await this.control('PUT', 'settings', { orderWebhookUrl });
  }

  async setFault(fault: Readonly<Record<string, unknown>>): Promise<void> {
    await this.control('POST', 'faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.control('DELETE', 'faults');
  }

  /** Changes what is enabled for the terminal; what is left out stays as it is. */
  async setTerminal(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await this.control('PUT', 'terminals', changes);
  }

  /** How long after its creation a card ends an order or a terminal declines it; null: when a test moves it. */
  async setOrderOutcomeDelay(orderOutcomeDelayMs: number | null): Promise<void> {
    await this.control('PUT', 'settings', { orderOutcomeDelayMs });
  }

  /** Creates an order as the merchant and past Purser, and returns what was answered. */
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

  async move(orderId: string, action: 'pending' | 'pay' | 'decline' | 'cancel' | 'expire'): Promise<void> {
    await this.control('POST', `orders/${orderId}/${action}`);
  }

  /** How often the provider was given a card and a code for an order, whatever became of them. */
  async secretsReceived(orderId: string): Promise<{ readonly cards: number; readonly codes: number }> {
    const { cards, codes } = await this.control<{ cards: unknown[]; codes: unknown[] }>('GET', `orders/${orderId}`);
    return { cards: cards.length, codes: codes.length };
  }

  /** The requests that the provider's own book has under this id of Purser's. */
  async findPayouts(externalId: string): Promise<readonly BookedPayout[]> {
    const { payouts } = await this.control<{ payouts: BookedPayout[] }>('GET', `payouts?externalId=${externalId}`);
    return payouts;
  }

  /** Every payout in the provider's own book. */
  async payouts(): Promise<readonly BookedPayout[]> {
    const { payouts } = await this.control<{ payouts: BookedPayout[] }>('GET', 'payouts');
    return payouts;
  }

  async movePayout(payoutId: string, step: 'process' | 'complete' | 'fail' | 'cancel' | 'expire'): Promise<void> {
    await this.control('POST', `payouts/${payoutId}/${step}`);
  }

  /** Sends the webhook of a payout's present status, as the provider's manager does when asked. */
  async announcePayout(payoutId: string): Promise<void> {
    await this.control('POST', `payouts/${payoutId}/webhook`);
  }

  /** Puts payouts into the provider's book that nobody asked its API for, and gives their ids. */
  async enterPayouts(entries: {
    readonly payouts: readonly Readonly<Record<string, unknown>>[];
    readonly announce?: boolean;
  }): Promise<readonly string[]> {
    return (await this.control<{ ids: string[] }>('POST', 'payouts', entries)).ids;
  }

  /** Changes what the merchant has set for payout webhooks, or the pace of payouts; what is left out stays. */
  async changeSettings(change: {
    readonly payoutWebhookUrl?: string;
    readonly payoutWebhookSecret?: string;
    readonly payoutProcessingDelayMs?: number;
    readonly payoutCompletionDelayMs?: number;
  }): Promise<void> {
    await this.control('PUT', 'settings', change);
  }

  /** Forgets every order and payout, as a provider that was just set up. */
  async reset(): Promise<void> {
    await this.control('POST', 'reset');
  }

  /** Sends a body as a webhook that the provider never sent. */
  async forgeWebhook(body: string, count = 1): Promise<void> {
    await this.control('POST', 'webhooks', { body, count });
  }

  /** Waits until no webhook is on its way or waiting to be sent again. */
  async idle(): Promise<void> {
    await this.control('GET', 'idle');
  }

  async orders(): Promise<readonly BookedOrder[]> {
    const book = await this.control<{ orders: BookedOrder[] }>('GET', 'book');
    return book.orders;
  }

  /** The order with this external id in the provider's own book. */
  async findOrder(externalId: string): Promise<BookedOrder | undefined> {
    return (await this.orders()).find((order) => order.externalId === externalId);
  }

  /** The order with this id of the provider's in its own book. */
  async bookedOrder(orderId: string): Promise<BookedOrder> {
    return this.control('GET', `orders/${orderId}`);
  }

  /** Requests by method and path, without the read of the services by which a start tries the token. */
  async countRequests(): Promise<Readonly<Record<string, number>>> {
    const counters = await this.control<{ requests: Record<string, number> }>('GET', 'counters');
    const { 'GET /v1/payouts/services': _services, ...requests } = counters.requests;
    return requests;
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  private async control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.url}/control/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
