import type { Contender } from '../stage/bench-stage.js';
import { RawSocket } from './raw-socket.js';

// A replica allows only a fifth of its sockets to be unauthenticated, so the sockets are opened in groups.
const OPENED_AT_ONCE = 50;

/** Subscribers to several replicas, one per socket. Records when each event has reached the last subscriber. */
export class Audience {
  readonly #sockets: RawSocket[] = [];
  /** Number of events per subscriber since the count was reset. */
  readonly #received: Uint32Array;
  /** Number of subscribers that have received the nth event. */
  #reached: number[] = [];
  #reachedAllAt: number[] = [];
  #waiting: (() => void)[] = [];
  #failure: Error | null = null;

  private constructor(private readonly size: number) {
    this.#received = new Uint32Array(size);
  }

  /** Opens and authenticates the sockets, spread over the replicas. */
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

  tell(messageOf: (index: number) => unknown): void {
    for (const [index, socket] of this.#sockets.entries()) socket.send(messageOf(index));
  }

  begin(): void {
    this.#received.fill(0);
    this.#reached = [];
    this.#reachedAllAt = [];
  }

  /** Whether all subscribers have received the nth event, counted from 1. */
  hasReachedAll(nth: number): boolean {
    if (this.#failure) throw this.#failure;
    return this.#reachedAllAt[nth - 1] !== undefined;
  }

  /** Resolves with the time when the last subscriber received the nth event, counted from 1. */
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
