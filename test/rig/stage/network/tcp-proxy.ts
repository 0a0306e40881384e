import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type CommitDecider, type LineSettings, ProxiedConnection } from './proxied-connection.js';

const PASS_ALL: CommitDecider = () => 'passes';

/**
 * Stands between PostgreSQL and its clients like a network with a fixed address. The address stays when another server
 * takes over, and connections can be cut, hung or delayed, or lose the answer to a COMMIT.
 */
export class TcpProxy {
  readonly #connections = new Set<ProxiedConnection>();
  readonly #sockets = new Set<Socket>();
  readonly #settings: LineSettings = { delayMs: 0, isHeld: false };
  #target: number | null;
  #decide: CommitDecider = PASS_ALL;

  static async listen(targetPort: number | null): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: false });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new TcpProxy(server, targetPort);
  }

  private constructor(
    private readonly server: Server,
    targetPort: number | null,
  ) {
    this.#target = targetPort;
    server.on('connection', (client) => {
      this.accept(client);
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /**
   * Sets the target of new connections. Null refuses new connections, like a machine without a server. Existing
   * connections stay.
   */
  aim(targetPort: number | null): void {
    this.#target = targetPort;
  }

  /** Cuts all connections, with the data in flight. */
  cut(): void {
    for (const connection of this.#connections) connection.cut();
  }

  /** Hangs all open connections until they are cut. New connections work. */
  hang(): void {
    for (const connection of this.#connections) connection.hang();
  }

  /** Delays all data, in both directions. */
  delay(ms: number): void {
    this.#settings.delayMs = ms;
  }

  /** Holds all data until `resume`. If a connection is cut before that, its data is lost. */
  hold(): void {
    this.#settings.isHeld = true;
  }

  resume(): void {
    this.#settings.isHeld = false;
    for (const connection of this.#connections) connection.flush();
  }

  /**
   * Makes `decide` choose what happens to the answer to each later COMMIT. It is called when the COMMIT goes to the
   * server. If the answer is lost, the connection ends after the server has committed.
   */
  decideCommits(decide: CommitDecider): void {
    this.#decide = decide;
  }

  /** Stops intercepting COMMITs, and sends the held answers to the clients. */
  passCommits(): void {
    this.#decide = PASS_ALL;
    for (const connection of this.#connections) connection.releaseAnswer();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.#target = null;
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  private accept(client: Socket): void {
    if (this.#target === null) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.#target, host: '127.0.0.1' });
    const connection = new ProxiedConnection(client, server, this.#settings, (sent) => this.#decide(sent));
    this.#connections.add(connection);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        if (!this.#sockets.has(client) && !this.#sockets.has(server)) this.#connections.delete(connection);
      });
    }
  }
}
