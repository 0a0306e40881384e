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
  /** Why the terminal will decline the order; null if it will not. */
  readonly declineReason: string | null;
  readonly cards: readonly { readonly first6: string; readonly last4: string; readonly outcome: string }[];
  readonly codes: readonly { readonly outcome: string; readonly round: number }[];
}

/** A payout in the provider's own book, which shows what really happened. */
export interface BookedPayout {
  readonly id: string;
  /** The amount as written in the request. */
  readonly amount: string;
  readonly account: { readonly requisites: string };
  readonly status: string;
  readonly callbackUrl: string | null;
  readonly externalId: string | null;
  readonly receivedAt: string;
}

/** A webhook call answered with 2xx. */
export interface Acknowledgement {
  readonly webhookId: string;
  readonly payoutId: string | null;
  readonly token: string | null;
  readonly bodySha256: string;
}

export interface BookedWebhook {
  readonly id: string;
  readonly payoutId: string | null;
  readonly body: string;
  readonly outcome: string;
}

type Fields = Readonly<Record<string, unknown>>;

export class SandboxControl {
  constructor(readonly url: string) {}

  async payouts(): Promise<readonly BookedPayout[]> {
    return (await this.control<{ payouts: BookedPayout[] }>('GET', 'payouts')).payouts;
  }

  /** Returns the payouts in the provider's book that have this id from Purser. */
  async findPayouts(externalId: string): Promise<readonly BookedPayout[]> {
    return (await this.control<{ payouts: BookedPayout[] }>('GET', `payouts?externalId=${externalId}`)).payouts;
  }

  async orders(): Promise<readonly BookedOrder[]> {
    return (await this.control<{ orders: BookedOrder[] }>('GET', 'book')).orders;
  }

  /** Returns the order with this external id in the provider's book. */
  async findOrder(externalId: string): Promise<BookedOrder | undefined> {
    return (await this.orders()).find((order) => order.externalId === externalId);
  }

  /** Returns the order with this provider id in the provider's book. */
  bookedOrder(orderId: string): Promise<BookedOrder> {
    return this.control('GET', `orders/${orderId}`);
  }

  async acknowledgements(): Promise<readonly Acknowledgement[]> {
    return (await this.control<{ acknowledgements: Acknowledgement[] }>('GET', 'acknowledgements')).acknowledgements;
  }

  async webhooks(): Promise<readonly BookedWebhook[]> {
    return (await this.control<{ webhooks: BookedWebhook[] }>('GET', 'book')).webhooks;
  }

  counters(): Promise<{ readonly requests: Readonly<Record<string, number>>; readonly busiestSecond: number }> {
    return this.control('GET', 'counters');
  }

  /** Returns a statement of all payouts in the book, in the format that an operator downloads. */
  async statement(): Promise<string> {
    const response = await fetch(`${this.url}/control/statement`);
    if (!response.ok) throw new Error(`statement: ${response.status}`);
    return response.text();
  }

  async startChaos(plan: object): Promise<void> {
    await this.control('POST', 'chaos', plan);
  }

  async endChaos(): Promise<void> {
    await this.control('DELETE', 'chaos');
  }

  async setFault(rule: Fields): Promise<void> {
    await this.control('POST', 'faults', rule);
  }

  async clearFaults(): Promise<void> {
    await this.control('DELETE', 'faults');
  }

  async move(orderId: string, action: 'pending' | 'pay' | 'decline' | 'cancel' | 'expire'): Promise<void> {
    await this.control('POST', `orders/${orderId}/${action}`);
  }

  async movePayout(payoutId: string, step: 'process' | 'complete' | 'fail' | 'cancel' | 'expire'): Promise<void> {
    await this.control('POST', `payouts/${payoutId}/${step}`);
  }

  /** Enters payouts into the provider's book that were not created through its API. Returns their ids. */
  async enterPayouts(entries: {
    readonly payouts: readonly Fields[];
    readonly announce?: boolean;
  }): Promise<readonly string[]> {
    return (await this.control<{ ids: string[] }>('POST', 'payouts', entries)).ids;
  }

  /**
   * Changes where webhooks go and how they are signed, or how fast payouts and orders move. Absent settings stay
   * unchanged.
   */
  async changeSettings(change: {
    readonly orderWebhookUrl?: string;
    readonly payoutWebhookUrl?: string;
    readonly payoutWebhookSecret?: string;
    readonly payoutProcessingDelayMs?: number | null;
    readonly payoutCompletionDelayMs?: number | null;
    readonly orderOutcomeDelayMs?: number | null;
  }): Promise<void> {
    await this.control('PUT', 'settings', change);
  }

  /** Waits for up to half a minute until no webhook is in flight or waiting for a retry. Returns whether that is so. */
  async isIdle(): Promise<boolean> {
    return (await this.control<{ idle: boolean }>('GET', 'idle')).idle;
  }

  protected async control<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.url}/control/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
