import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const INFO = { server_id: 'STAND_IN', version: '2.10.0', proto: 1, headers: true, max_payload: 1_048_576 };

/** A message from a client: one line, followed by a payload if it is `PUB`. */
interface Message {
  readonly verb: string;
  readonly rest: string;
  readonly payload: string;
}

/** Speaks as much of the NATS text protocol as hints need, on loopback. It forwards messages and stores none. */
export class NatsStandIn {
  readonly #sockets = new Set<Socket>();
  readonly #subscriptions = new Map<Socket, Map<string, string>>();
  readonly #server: Server;
  /** Number of messages that clients have published. */
  published = 0;
  /** The CONNECT messages of all clients. */
  readonly introductions: Readonly<Record<string, unknown>>[] = [];

  private constructor() {
    this.#server = createServer((socket) => {
      this.#serve(socket);
    });
  }

  /** @param port the port of a stopped stand-in; any free port if absent */
  static async listen(port = 0): Promise<NatsStandIn> {
    const standIn = new NatsStandIn();
    await new Promise<void>((resolve, reject) => {
      standIn.#server.once('error', reject);
      standIn.#server.listen(port, '127.0.0.1', resolve);
    });
    return standIn;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Number of connected clients that have subscribed. */
  get subscribers(): number {
    return this.#subscriptions.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#subscriptions.delete(socket);
    });
    socket.write(`INFO ${JSON.stringify(INFO)}\r\n`);
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      for (let read = nextMessage(text); read; read = nextMessage(text)) {
        text = text.slice(read.length);
        this.#answer(socket, read.message);
      }
    });
  }

  #answer(socket: Socket, { verb, rest, payload }: Message): void {
    if (verb === 'CONNECT') this.introductions.push(JSON.parse(rest) as Record<string, unknown>);
    if (verb === 'PING') socket.write('PONG\r\n');
    if (verb === 'SUB') {
      const [subject = '', id = ''] = rest.split(' ');
      const own = this.#subscriptions.get(socket) ?? new Map<string, string>();
      this.#subscriptions.set(socket, own.set(subject, id));
    }
    if (verb === 'PUB') this.#publish(rest.split(' ')[0] ?? '', payload);
  }

  #publish(subject: string, payload: string): void {
    this.published += 1;
    for (const [socket, subscriptions] of this.#subscriptions) {
      const id = subscriptions.get(subject);
      if (id !== undefined) socket.write(`MSG ${subject} ${id} ${payload.length}\r\n${payload}\r\n`);
    }
  }
}

/** Parses the first message in a text and returns it with its length, or null if it is incomplete. */
function nextMessage(text: string): { readonly message: Message; readonly length: number } | null {
  const end = text.indexOf('\r\n');
  if (end < 0) return null;
  const [verb = '', ...words] = text.slice(0, end).split(' ');
  const rest = words.join(' ');
  if (verb !== 'PUB') return { message: { verb, rest, payload: '' }, length: end + 2 };
  const size = Number(words.at(-1));
  const length = end + 2 + size + 2;
  if (text.length < length) return null;
  return { message: { verb, rest, payload: text.slice(end + 2, end + 2 + size) }, length };
}
