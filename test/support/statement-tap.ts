import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

// A message begins with a type and a length. Only the message that opens a connection has no type.
const HEADER_BYTES = 5;

const SIMPLE_QUERY = 'Q';
const PARSE = 'P';
const BIND = 'B';
const EXECUTE = 'E';

/** Parts of the statements that Purser sends in addition to a request's own. */
export const NOT_COUNTED = [
  // Test databases commit without waiting for the disk, so each claim turns this on for itself.
  'SET LOCAL synchronous_commit = on',
  // Sent once for all requests within a short time.
  'NOTIFY purser_status_changes',
  // The replica reads the notified changes for all requests together.
  '"isPositionFirm"',
  // Measures the time of a commit every few seconds, independently of requests.
  'purser.commit_probe',
];

/** A proxy in front of PostgreSQL that reports each statement in order of arrival. */
export class StatementTap {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => {
    this.accept(client);
  });
  #heard: (statement: string) => void = () => undefined;

  private constructor(private readonly target: URL) {}

  static async open(databaseUrl: string): Promise<StatementTap> {
    const tap = new StatementTap(new URL(databaseUrl));
    await new Promise<void>((resolve) => {
      tap.#server.listen(0, '127.0.0.1', resolve);
    });
    return tap;
  }

  /** URL of the database through the tap. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Returns the statements that arrive while `work` runs. */
  async during(work: () => Promise<unknown>): Promise<readonly string[]> {
    const statements: string[] = [];
    this.#heard = (statement) => statements.push(statement);
    await work();
    this.#heard = () => undefined;
    return statements;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  private accept(client: Socket): void {
    const server = connect({ port: Number(this.target.port), host: this.target.hostname });
    const reader = new StatementReader((statement) => {
      this.#heard(statement);
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (chunk) => {
      reader.read(chunk);
    });
    client.pipe(server).pipe(client);
  }
}

/** Parses a client's messages as PostgreSQL does: a prepared statement is executed by its name. */
class StatementReader {
  readonly #texts = new Map<string, string>();
  #bound = '';
  #unread = Buffer.alloc(0);
  #hasStarted = false;

  constructor(private readonly heard: (statement: string) => void) {}

  read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    if (!this.#hasStarted) this.skip(0);
    while (this.#unread.length >= HEADER_BYTES) {
      const type = String.fromCharCode(this.#unread[0]!);
      const message = this.skip(1);
      if (message === null) return;
      this.understand(type, message);
    }
  }

  /** Returns the next message without its length, once it is complete. */
  private skip(typeBytes: number): Buffer | null {
    if (this.#unread.length < typeBytes + 4) return null;
    const end = typeBytes + this.#unread.readInt32BE(typeBytes);
    if (this.#unread.length < end) return null;
    const message = this.#unread.subarray(typeBytes + 4, end);
    this.#unread = this.#unread.subarray(end);
    this.#hasStarted = true;
    return message;
  }

  private understand(type: string, message: Buffer): void {
    const [first = '', second = ''] = message.toString('utf8').split('\0', 2);
    if (type === SIMPLE_QUERY) this.heard(first);
    if (type === PARSE) this.#texts.set(first, second);
    if (type === BIND) this.#bound = second;
    if (type === EXECUTE) this.heard(this.#texts.get(this.#bound) ?? '');
  }
}
