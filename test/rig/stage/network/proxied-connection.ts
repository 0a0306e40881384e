import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'node:net';

/** The fate of the server's answer to a COMMIT, which the server is given in any case. */
export type CommitFate = 'passes' | 'is held' | 'is lost';

/** Decides by what the client sent since its last transaction ended: SQL with the protocol around it. */
export type CommitDecider = (sent: string) => CommitFate;

export interface LineSettings {
  /** How much later than it came everything goes on, in both directions. */
  delayMs: number;
  /** Nothing goes on while it is true; what came is kept and its order too. */
  isHeld: boolean;
}

// A simple query, its length, its text and a zero byte: what node-postgres sends for `COMMIT`.
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

// Enough to tell one transaction from another by its statements.
const KEPT_STATEMENT_BYTES = 64 * 1024;

/** One connection of a client with a server, and what befalls it on the way. */
export class ProxiedConnection {
  readonly #toServer: Line;
  readonly #toClient: Line;
  #sent = '';
  #fate: CommitFate = 'passes';
  /** Each end believes in the connection, and nothing passes ever again. */
  #isHung = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    settings: LineSettings,
    private readonly decide: CommitDecider,
  ) {
    this.#toServer = new Line(server, settings);
    this.#toClient = new Line(client, settings);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    client.on('data', (chunk) => {
      if (!this.#isHung) this.hearClient(chunk);
    });
    server.on('data', (chunk) => {
      if (!this.#isHung) this.hearServer(chunk);
    });
    client.on('close', () => {
      if (!this.#isHung) this.#toServer.end();
    });
    server.on('close', () => {
      if (!this.#isHung) this.#toClient.end();
    });
  }

  /** Has what waits go on, after the settings have changed. */
  flush(): void {
    this.#toServer.flush();
    this.#toClient.flush();
  }

  /** Both ends stay open and hear nothing from each other, not even that the other one is gone. */
  hang(): void {
    this.#isHung = true;
    this.#toServer.clear();
    this.#toClient.clear();
  }

  cut(): void {
    this.client.destroy();
    this.server.destroy();
  }

  /** Gives the client the answers that were held. */
  releaseAnswer(): void {
    if (this.#fate === 'is held') this.#fate = 'passes';
    this.#toClient.isStopped = false;
    this.#toClient.flush();
  }

  private hearClient(chunk: Buffer): void {
    this.#sent = (this.#sent + chunk.toString('latin1')).slice(-KEPT_STATEMENT_BYTES);
    if (chunk.includes(COMMIT)) {
      this.#fate = this.decide(this.#sent);
      this.#sent = '';
      if (this.#fate === 'is held') this.#toClient.isStopped = true;
    }
    this.#toServer.push(chunk);
  }

  private hearServer(chunk: Buffer): void {
    // The answer has come, so the commit has happened.
    if (this.#fate === 'is lost') this.cut();
    else this.#toClient.push(chunk);
  }
}

/** One direction of a connection. Unbounded: a test's traffic of some seconds is small. */
class Line {
  isStopped = false;
  #waiting: { readonly chunk: Buffer | null; readonly dueAt: number }[] = [];

  constructor(
    private readonly to: Socket,
    private readonly settings: LineSettings,
  ) {}

  push(chunk: Buffer): void {
    this.add(chunk);
  }

  /** The end arrives behind everything that was said before it. */
  end(): void {
    this.add(null);
  }

  clear(): void {
    this.#waiting = [];
  }

  flush(): void {
    while (!this.settings.isHeld && !this.isStopped) {
      const [next] = this.#waiting;
      if (next === undefined || next.dueAt > performance.now()) return;
      this.#waiting.shift();
      if (next.chunk === null) this.to.destroySoon();
      else this.to.write(next.chunk);
    }
  }

  private add(chunk: Buffer | null): void {
    const { delayMs } = this.settings;
    this.#waiting.push({ chunk, dueAt: performance.now() + delayMs });
    if (delayMs === 0) this.flush();
    // A timer may fire a fraction early; then the chunk is not due yet, and would wait for the next one.
    else
      void delay(delayMs + 1).then(() => {
        this.flush();
      });
  }
}
