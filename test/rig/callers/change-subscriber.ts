import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const CHANGES = `subscription ($after: String) {
  payoutStatusChanged(after: $after) { cursor from to occurredAt payout { id } } }`;

// As impatient as a page that wants to be live again, without keeping a core busy while the database is down.
const RESUMES_AFTER_MS = 200;

interface Change {
  readonly cursor: string;
  readonly from: string | null;
  readonly to: string;
  readonly occurredAt: string;
  readonly payout: { readonly id: string };
}

interface Answer {
  readonly data?: { readonly payoutStatusChanged: Change } | null;
  readonly errors?: readonly unknown[];
}

/** Returns the key that identifies a change, here and in the log. */
export function keyOfChange(change: {
  readonly payoutId: string;
  readonly from: string | null;
  readonly to: string;
  readonly occurredAt: Date;
}): string {
  return `${change.payoutId} ${change.from ?? ''}>${change.to} ${change.occurredAt.toISOString()}`;
}

/**
 * Watches all payouts like a dashboard. When its socket closes for any reason, it resumes at the next replica from the
 * cursor of the last change. It never requests changes that an open socket skipped.
 */
export class ChangeSubscriber {
  /** Number of times each change was received. */
  readonly received = new Map<string, number>();
  since: Date | null = null;
  /** Number of times its socket was closed. */
  closings = 0;
  /** Changes received twice over one socket. */
  readonly repeated: string[] = [];
  #ofSocket = new Set<string>();
  #after: string | null = null;
  #stop: (() => void) | null = null;
  #isWanted = true;
  #ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: {
      readonly replicaUrls: readonly string[];
      readonly apiKey: string;
      /** Index of the first replica to use. */
      readonly startAt: number;
      /** A separate client address, for replicas that limit sockets per address. */
      readonly localAddress?: string;
      /** Called for each change that was not replayed, with its delay in milliseconds. */
      readonly onLateness?: (lateMs: number) => void;
    },
  ) {}

  begin(): void {
    this.#ended = this.watch();
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    this.#stop?.();
    await this.#ended;
  }

  private async watch(): Promise<void> {
    const { replicaUrls, startAt } = this.options;
    for (let turn = startAt; this.#isWanted; turn += 1) {
      await this.watchAt(replicaUrls[turn % replicaUrls.length] ?? '').catch(() => undefined);
      this.closings += 1;
      await delay(RESUMES_AFTER_MS);
    }
  }

  /** Subscribes at a replica. Resolves when the socket is closed. */
  private async watchAt(replicaUrl: string): Promise<void> {
    const { localAddress } = this.options;
    const client = createClient({
      url: `${replicaUrl.replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: localAddress === undefined ? WebSocket : socketFrom(localAddress),
      connectionParams: { Authorization: `Bearer ${this.options.apiKey}` },
      retryAttempts: 0,
    });
    const answers = client.iterate<Answer['data']>({ query: CHANGES, variables: { after: this.#after } });
    this.#stop = () => void client.dispose();
    this.#ofSocket = new Set();
    try {
      for await (const answer of answers as AsyncIterable<Answer>) this.take(answer);
    } finally {
      await client.dispose();
    }
  }

  private take({ data }: Answer): void {
    // An event with errors has no change. A client that continues has a gap, which the audit finds.
    if (!data) return;
    const { cursor, from, to, occurredAt, payout } = data.payoutStatusChanged;
    const key = keyOfChange({ payoutId: payout.id, from, to, occurredAt: new Date(occurredAt) });
    if (this.#ofSocket.has(key)) this.repeated.push(key);
    this.#ofSocket.add(key);
    const times = this.received.get(key) ?? 0;
    this.received.set(key, times + 1);
    if (times === 0) this.options.onLateness?.(Date.now() - Date.parse(occurredAt));
    this.since ??= new Date(occurredAt);
    this.#after = cursor;
  }
}

/** Returns a WebSocket class that connects from this local address. */
function socketFrom(localAddress: string): unknown {
  return class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { localAddress });
    }
  };
}
