import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type CommitDecider, type LineSettings, ProxiedConnection } from './proxied-connection.js';

const PASS_ALL: CommitDecider = () => 'passes';

/**
 * Stands between PostgreSQL and whoever speaks to it, as a network and its address do: the address stays when another
 * server takes over, and connections can be cut, hung, slowed down, or robbed of the answer to a COMMIT.
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

  /** Where new connections go; null: they are refused, as by a machine that runs no server. Old ones stay. */
  aim(targetPort: number | null): void {
    this.#target = targetPort;
  }

  /** Ends every connection, with all that is on its way. */
  cut(): void {
    for (const connection of this.#connections) connection.cut();
  }

  /** Hangs every connection there is, until it is cut; new ones work. */
  hang(): void {
    for (const connection of this.#connections) connection.hang();
  }

  /** How much later than it was sent everything arrives, in both directions. */
  delay(ms: number): void {
    this.#settings.delayMs = ms;
  }

  /**
   * Nothing passes until `resume`; what was sent meanwhile then arrives, or is lost if the connection is cut before.
   */
  hold(): void {
    this.#settings.isHeld = true;
  }

  resume(): void {
    this.#settings.isHeld = false;
    for (const connection of this.#connections) connection.flush();
  }

  /**
   * Has `decide` decide what becomes of the answer to each COMMIT from now on. It is called when the COMMIT goes to the
   * server; a lost answer ends the connection after the server has committed.
   */
  decideCommits(decide: CommitDecider): void {
    this.#decide = decide;
  }

  /** Validates no more, and gives every client the answers that were held. */
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
