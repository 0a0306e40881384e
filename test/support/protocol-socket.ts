import WebSocket from 'ws';
import type { Operation } from './operations.js';

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

// If nothing has refused the message after this many round trips, it was accepted.
const UNCHANGED_ROUND_TRIPS = 5;

/** A socket of the graphql-transport-ws protocol, used message by message. */
export class ProtocolSocket {
  readonly #socket: WebSocket;
  readonly #received: Message[] = [];
  #wake: () => void = () => undefined;
  #count = 0;

  /** Resolves with the close code. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    this.#socket.on('message', (data: Buffer) => {
      this.#received.push(JSON.parse(data.toString('utf8')) as Message);
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#wake();
      });
    });
  }

  /** Opens a socket and waits until it is acknowledged. */
  static async open(
    url: string,
    apiKey: string | null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ProtocolSocket> {
    const payload = apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };
    return ProtocolSocket.begin(
      url,
      (socket) => {
        socket.send(JSON.stringify({ type: 'connection_init', payload }));
      },
      headers,
    );
  }

  /** Opens a socket whose first message is sent by `begin`, and waits until it is acknowledged or closed. */
  static async begin(
    url: string,
    write: (socket: WebSocket) => void,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ProtocolSocket> {
    const socket = new ProtocolSocket(url, headers);
    socket.#socket.on('open', () => {
      write(socket.#socket);
    });
    await Promise.race([socket.#next('connection_ack'), socket.closed]);
    return socket;
  }

  /** Returns the close code of a socket that must be refused. */
  static async refusal(
    url: string,
    apiKey: string | null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const socket = await ProtocolSocket.open(url, apiKey, headers);
    return (await socket.closed).code;
  }

  /** Returns the status of the answer to a WebSocket upgrade: 101 if it succeeds. */
  static async upgradeStatus(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    socket.on('error', () => undefined);
    const status = await new Promise<number>((resolve) => {
      socket.on('open', () => {
        resolve(101);
      });
      socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
        resolve(statusCode);
      });
    });
    socket.terminate();
    return status;
  }

  /**
   * Returns the error codes of an operation's answer; empty if it returns data.
   * @param isQuiet whether the operation may stay unanswered, like a subscription without events
   */
  async codesOf({ document, variables }: Pick<Operation, 'document' | 'variables'>, { isQuiet }: { isQuiet: boolean }) {
    this.#count += 1;
    const id = String(this.#count);
    this.#write({ id, type: 'subscribe', payload: { query: document, variables } });
    const answer = this.#next('next', id);
    const message = isQuiet ? await Promise.race([answer, this.#roundTrips()]) : await answer;
    this.#write({ id, type: 'complete' });
    return message === null ? [] : errorsIn(message).map(({ extensions }) => extensions.code);
  }

  /** Sends any message, and waits until the socket is closed because of it or evidently stays open. */
  async send(write: (socket: WebSocket) => void): Promise<void> {
    write(this.#socket);
    await Promise.race([this.#roundTrips(), this.closed]);
  }

  close(): void {
    this.#socket.close();
  }

  async #roundTrips(): Promise<null> {
    for (let count = 0; count < UNCHANGED_ROUND_TRIPS; count += 1) {
      this.#write({ type: 'ping' });
      await this.#next('pong');
    }
    return null;
  }

  /** Returns the next message of a type. An `error` counts as a `next`. */
  async #next(type: string, id?: string): Promise<Message> {
    for (;;) {
      const at = this.#received.findIndex(
        (message) => (message.type === type || (type === 'next' && message.type === 'error')) && message.id === id,
      );
      if (at >= 0) return this.#received.splice(at, 1)[0]!;
      await new Promise<void>((resolve) => {
        const before = this.#wake;
        this.#wake = () => {
          before();
          resolve();
        };
      });
    }
  }

  #write(message: Message): void {
    this.#socket.send(JSON.stringify(message));
  }
}

function errorsIn({ payload }: Message): readonly { readonly extensions: { readonly code: string } }[] {
  if (Array.isArray(payload)) return payload as { extensions: { code: string } }[];
  return (payload as { errors?: { extensions: { code: string } }[] } | undefined)?.errors ?? [];
}
