import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'node:net';

/**
 * What happens to the server's answer to a COMMIT on its way to the client. The COMMIT itself always reaches the
 * server.
 */
export type CommitFate = 'passes' | 'is held' | 'is lost';

/** Decides from what the client has sent since its last transaction ended: SQL and the protocol around it. */
export type CommitDecider = (sent: string) => CommitFate;

export interface LineSettings {
  /** How long all data is delayed, in both directions. */
  delayMs: number;
  /** While true, no data passes. It is kept in order. */
  isHeld: boolean;
}

// A simple query: its type, its length, its text and a zero byte, as node-postgres sends `COMMIT`.
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

// Enough to tell transactions apart by their statements.
const KEPT_STATEMENT_BYTES = 64 * 1024;

/** One connection between a client and a server, and its faults. */
export class ProxiedConnection {
  readonly #toServer: Line;
  readonly #toClient: Line;
  #sent = '';
  #fate: CommitFate = 'passes';
  /** Both ends still think that the connection is open, but no data passes. */
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

  /** Sends queued data after the settings have changed. */
  flush(): void {
    this.#toServer.flush();
    this.#toClient.flush();
  }

  /** Keeps both ends open but stops all data, even the end of the connection. */
  hang(): void {
    this.#isHung = true;
    this.#toServer.clear();
    this.#toClient.clear();
  }

  cut(): void {
    this.client.destroy();
    this.server.destroy();
  }

  /** Sends held answers to the client. */
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
    // The answer has arrived, so the commit has happened.
    if (this.#fate === 'is lost') this.cut();
    else this.#toClient.push(chunk);
  }
}

/** One direction of a connection. Its queue has no limit, because a test causes little traffic in a few seconds. */
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

  /** Queues the end of the connection after all earlier data. */
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
    // A millisecond more, because a timer may fire slightly early. The chunk would not be due yet, and would wait for the
    // next chunk's timer.
    else
      void delay(delayMs + 1).then(() => {
        this.flush();
      });
  }
}
