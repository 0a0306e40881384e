import type { Contender } from '../stage/bench-stage.js';
import { RawSocket } from './raw-socket.js';

// A replica lets a fifth of its sockets wait for their key.
const OPENED_AT_ONCE = 50;

/** Subscribers of several replicas, one a socket, and when events have reached the last of them. */
export class Audience {
  readonly #sockets: RawSocket[] = [];
  /** How many events each has got since the count began. */
  readonly #received: Uint32Array;
  /** How many have got the nth event. */
  #reached: number[] = [];
  #reachedAllAt: number[] = [];
  #waiting: (() => void)[] = [];
  #failure: Error | null = null;

  private constructor(private readonly size: number) {
    this.#received = new Uint32Array(size);
  }

  /** Opens the sockets, spread over the replicas, and has each of them let in. */
  static async gather(replicas: readonly Contender[], size: number, apiKey: string): Promise<Audience> {
    const audience = new Audience(size);
    for (let first = 0; first < size; first += OPENED_AT_ONCE) {
      const indexes = Array.from({ length: Math.min(OPENED_AT_ONCE, size - first) }, (_, at) => first + at);
      await Promise.all(
        indexes.map((index) => audience.#open(replicas[index % replicas.length]?.url ?? '', index, apiKey)),
      );
    }
    return audience;
  }

  /** Sends each its message. */
  tell(messageOf: (index: number) => unknown): void {
    for (const [index, socket] of this.#sockets.entries()) socket.send(messageOf(index));
  }

  /** Counts events from here. */
  begin(): void {
    this.#received.fill(0);
    this.#reached = [];
    this.#reachedAllAt = [];
  }

  /** Whether the nth event has reached everybody, from 1. */
  hasReachedAll(nth: number): boolean {
    if (this.#failure) throw this.#failure;
    return this.#reachedAllAt[nth - 1] !== undefined;
  }

  /** When the nth event reached the last one, from 1. */
  async whenReachedAll(nth: number): Promise<number> {
    while (!this.hasReachedAll(nth)) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    return this.#reachedAllAt[nth - 1] ?? NaN;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  async #open(url: string, index: number, apiKey: string): Promise<void> {
    let acknowledge: (() => void) | null = null;
    const acknowledged = new Promise<void>((resolve) => {
      acknowledge = resolve;
    });
    const socket = await RawSocket.open(url, () => {
      if (acknowledge) acknowledge();
      else this.#note(index);
      acknowledge = null;
    });
    socket.onFailure((error) => {
      this.#failure ??= error;
      this.#wake();
    });
    this.#sockets[index] = socket;
    socket.send({ type: 'connection_init', payload: { Authorization: `Bearer ${apiKey}` } });
    await acknowledged;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #note(index: number): void {
    const nth = this.#received[index] ?? 0;
    this.#received[index] = nth + 1;
    const reached = (this.#reached[nth] ?? 0) + 1;
    this.#reached[nth] = reached;
    if (reached < this.size) return;
    this.#reachedAllAt[nth] = performance.now();
    this.#wake();
  }
}
