import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A COMMIT whose answer does not arrive. */
export interface HeldCommit {
  /** Resolves when the COMMIT was passed on to the database. */
  readonly sent: Promise<void>;
  /** Lets the answer arrive after all. */
  release(): void;
  /** Cuts the connection instead: whoever waits never learns what became of it. */
  lose(): void;
}

interface Trap {
  readonly statement: string;
  readonly spring: (link: Link) => void;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** Whether the open transaction ran the statement that the trap waits for. */
  hasRun: boolean;
}

/**
 * A proxy before PostgreSQL that keeps back what the database answers to one COMMIT, or cuts everybody off. It reads
 * statements as they are on the wire, which is unencrypted here.
 */
export class DatabaseProxy {
  readonly #links = new Set<Link>();
  #trap: Trap | null = null;
  #isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => {
      this.connect(client);
    });
  }

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseProxy(server, new URL(databaseUrl));
  }

  /** The address of the database by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Keeps back the answer to the next COMMIT of a transaction that ran a statement with this text in it. */
  holdCommit(statement: string): HeldCommit {
    let held: Link | undefined;
    const sent = new Promise<void>((resolve) => {
      this.#trap = {
        statement,
        spring: (link) => {
          held = link;
          resolve();
        },
      };
    });
    return {
      sent,
      release: () => {
        held?.server.resume();
      },
      lose: () => {
        if (held) destroy(held);
      },
    };
  }

  /** Cuts every connection and refuses new ones. */
  cut(): void {
    this.#isCut = true;
    this.#links.forEach(destroy);
  }

  /** Lets connections through again. */
  heal(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.#links.forEach(destroy);
    this.server.close();
    await once(this.server, 'close');
  }

  private connect(client: Socket): void {
    client.on('error', () => undefined);
    if (this.#isCut) {
      client.destroy();
      return;
    }
    const server = connect(Number(this.target.port || 5432), this.target.hostname);
    server.on('error', () => undefined);
    const link: Link = { client, server, hasRun: false };
    this.#links.add(link);
    client.on('data', (chunk) => {
      this.watch(link, chunk.toString('latin1'));
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      client.write(chunk);
    });
    for (const socket of [client, server]) {
      socket.once('close', () => {
        this.#links.delete(link);
        destroy(link);
      });
    }
  }

  private watch(link: Link, sent: string): void {
    const trap = this.#trap;
    if (!trap) return;
    if (sent.includes(trap.statement)) link.hasRun = true;
    if (sent.includes('ROLLBACK')) link.hasRun = false;
    if (!link.hasRun || !sent.includes('COMMIT')) return;
    this.#trap = null;
    link.hasRun = false;
    // What the database says stays in the socket until somebody reads on.
    link.server.pause();
    trap.spring(link);
  }
}

function destroy({ client, server }: Link): void {
  client.destroy();
  server.destroy();
}
