/** A payout in the provider's own book: what really happened. */
export interface BookedPayout {
  readonly id: string;
  /** The digits of the request. */
  readonly amount: string;
  readonly account: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly callbackUrl: string | null;
  readonly externalId: string | null;
  readonly receivedAt: string;
}

/** A webhook call that was answered 2xx. */
export interface Acknowledgement {
  readonly webhookId: string;
  readonly payoutId: string | null;
  readonly token: string | null;
  readonly bodySha256: string;
}

/** A webhook as it was queued. */
export interface BookedWebhook {
  readonly id: string;
  readonly payoutId: string | null;
  readonly body: string;
  readonly outcome: string;
}

/** The sandbox's control API. */
export class SandboxControl {
  constructor(private readonly url: string) {}

  async payouts(): Promise<readonly BookedPayout[]> {
    return (await this.call<{ payouts: BookedPayout[] }>('GET', 'payouts')).payouts;
  }

  async acknowledgements(): Promise<readonly Acknowledgement[]> {
    return (await this.call<{ acknowledgements: Acknowledgement[] }>('GET', 'acknowledgements')).acknowledgements;
  }

  async webhooks(): Promise<readonly BookedWebhook[]> {
    return (await this.call<{ webhooks: BookedWebhook[] }>('GET', 'book')).webhooks;
  }

  async startChaos(plan: object): Promise<void> {
    await this.call('POST', 'chaos', plan);
  }

  async endChaos(): Promise<void> {
    await this.call('DELETE', 'chaos');
  }

  async setFault(rule: object): Promise<void> {
    await this.call('POST', 'faults', rule);
  }

  async endFaults(): Promise<void> {
    await this.call('DELETE', 'faults');
  }

  async movePayout(payoutId: string, step: 'complete' | 'fail' | 'cancel' | 'expire'): Promise<void> {
    await this.call('POST', `payouts/${payoutId}/${step}`);
  }

  /** Puts payouts into the book that nobody asked the API for, and gives their ids. */
  async enterPayouts(entries: object): Promise<readonly string[]> {
    return (await this.call<{ ids: string[] }>('POST', 'payouts', entries)).ids;
  }

  async changeSettings(change: object): Promise<void> {
    await this.call('PUT', 'settings', change);
  }

  /** Every payout of the book as an operator downloads it. */
  async statement(): Promise<string> {
    const response = await fetch(`${this.url}/control/statement`);
    if (!response.ok) throw new Error(`statement: ${response.status}`);
    return response.text();
  }

  counters(): Promise<{ readonly requests: Readonly<Record<string, number>>; readonly busiestSecond: number }> {
    return this.call('GET', 'counters');
  }

  /** Whether no webhook is on its way or waiting to be sent again; asks for up to half a minute. */
  async isIdle(): Promise<boolean> {
    return (await this.call<{ idle: boolean }>('GET', 'idle')).idle;
  }

  private async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.url}/control/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
