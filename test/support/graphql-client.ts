import type { FormattedExecutionResult } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import WebSocket from 'ws';

export interface GraphqlError {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly field?: readonly string[] };
}

export interface GraphqlAnswer<Data> {
  readonly status: number;
  readonly data: Data | null;
  readonly errors: readonly GraphqlError[];
}

type Variables = Readonly<Record<string, unknown>>;

/** Talks to Purser as any client would: GraphQL over HTTP and over WebSocket. */
export class GraphqlClient {
  readonly #url: string;
  readonly #apiKey: string;

  constructor({ url, apiKey }: { readonly url: string; readonly apiKey: string }) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /** Sends an operation and returns any answer. */
  async send<Data>(query: string, variables: Variables = {}): Promise<GraphqlAnswer<Data>> {
    const { status, text } = await this.sendForText(query, variables);
    const body = JSON.parse(text) as { data?: Data | null; errors?: GraphqlError[] };
    return { status, data: body.data ?? null, errors: body.errors ?? [] };
  }

  /** Sends an operation and returns the answer as text. */
  async sendForText(query: string, variables: Variables): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      // On a busy machine, a client may notice late that the server has closed a connection it wants to reuse.
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.#apiKey}`,
        connection: 'close',
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Returns the first messages of a subscription as text; fewer if the subscription is refused. */
  async firstMessages(query: string, variables: Variables, count: number): Promise<readonly string[]> {
    const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
    try {
      return await new Promise((resolve, reject) => {
        const messages: string[] = [];
        const write = (message: unknown): void => {
          socket.send(JSON.stringify(message));
        };
        socket.on('open', () => {
          write({ type: 'connection_init', payload: { Authorization: `Bearer ${this.#apiKey}` } });
        });
        socket.on('message', (data: Buffer) => {
          const text = data.toString('utf8');
          const { type } = JSON.parse(text) as { readonly type: string };
          if (type === 'connection_ack') write({ id: '1', type: 'subscribe', payload: { query, variables } });
          else messages.push(text);
          if (type === 'error' || type === 'complete' || messages.length === count) resolve([...messages]);
        });
        socket.on('close', (code) => {
          resolve([...messages, String(code)]);
        });
        socket.on('error', reject);
      });
    } finally {
      socket.terminate();
    }
  }

  /** Sends an operation that must succeed and returns its data. */
  async request<Data>(query: string, variables: Variables = {}): Promise<Data> {
    const answer = await this.send<Data>(query, variables);
    if (answer.errors.length > 0 || answer.data === null) throw new Error(JSON.stringify(answer));
    return answer.data;
  }

  /** Starts a subscription and waits until the server has accepted it. */
  async subscribe<Data>(query: string, variables: Variables = {}): Promise<Subscription<Data>> {
    const subscription = new Subscription<Data>(
      createClient({
        url: `${this.#url.replace(/^http/, 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { Authorization: `Bearer ${this.#apiKey}` },
        lazy: true,
        retryAttempts: 0,
      }),
      { query, variables },
    );
    await subscription.connected;
    return subscription;
  }
}

/** A live subscription whose events are read one by one, in order. */
export class Subscription<Data> {
  readonly connected: Promise<void>;
  readonly received: Data[] = [];
  readonly #client: Client;
  readonly #waiting: (() => void)[] = [];
  #read = 0;
  #failure: unknown = null;

  constructor(client: Client, operation: { readonly query: string; readonly variables: Variables }) {
    this.#client = client;
    this.connected = new Promise((resolve) => {
      client.on('connected', () => {
        resolve();
      });
    });
    client.subscribe<Data>(
      { query: operation.query, variables: { ...operation.variables } },
      {
        next: (result: FormattedExecutionResult<Data>) => {
          if (result.data) this.received.push(result.data);
          else this.#failure = result.errors;
          this.wake();
        },
        error: (error: unknown) => {
          this.#failure = error;
          this.wake();
        },
        complete: () => {
          this.wake();
        },
      },
    );
  }

  /** Returns the next event. Throws if the subscription fails first. */
  async next(): Promise<Data> {
    for (;;) {
      const event = this.received[this.#read];
      if (event !== undefined) {
        this.#read += 1;
        return event;
      }
      if (this.#failure !== null) throw new Error(`The subscription failed: ${JSON.stringify(this.#failure)}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  async close(): Promise<void> {
    await this.#client.dispose();
  }

  private wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
