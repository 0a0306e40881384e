import { WebSocket } from 'ws';
import { KEY } from './toy.module.js';

export interface GraphqlAnswer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly field?: string[]; readonly errorId?: string };
  }[];
}

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** The client's end of a socket. Records its messages in order, and how the socket ended. */
export class ToySocket {
  /** The close code, or the HTTP status if the upgrade was rejected. */
  readonly ended: Promise<number>;
  private readonly inbox: Message[] = [];
  private wake: () => void = () => undefined;

  constructor(readonly raw: WebSocket) {
    raw.on('message', (data: Buffer) => {
      this.inbox.push(JSON.parse(data.toString()) as Message);
      this.wake();
    });
    this.ended = new Promise((resolve) => {
      raw.on('close', resolve);
      raw.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        raw.terminate();
      });
      raw.on('error', () => undefined);
    });
  }

  async opened(): Promise<void> {
    if (this.raw.readyState === WebSocket.OPEN) return;
    await new Promise((resolve) => this.raw.once('open', resolve));
  }

  async next(): Promise<Message> {
    for (;;) {
      const message = this.inbox.shift();
      if (message) return message;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  write(message: unknown): this {
    return this.send(JSON.stringify(message));
  }

  send(data: string | Buffer, options: { binary?: boolean; fin?: boolean } = {}): this {
    this.raw.send(data, options);
    return this;
  }

  async init(authorization: string = KEY): Promise<Message> {
    await this.opened();
    this.write({ type: 'connection_init', payload: { Authorization: authorization } });
    return this.next();
  }

  subscribe(id: string, query: string, variables?: unknown): this {
    return this.write({ id, type: 'subscribe', payload: { query, variables } });
  }

  async refusal(query: string, variables?: unknown): Promise<NonNullable<GraphqlAnswer['errors']>> {
    this.subscribe('refused', query, variables);
    const { type, payload } = await this.next();
    return type === 'error' ? (payload as NonNullable<GraphqlAnswer['errors']>) : [];
  }
}
