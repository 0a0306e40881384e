import { type BucketShape, nextTokenInMs } from '../budget/bucket-shape.js';
import { type EndedSlots, HELD_MS, type TokenLane, type TokenLease, TokenStore } from '../budget/token-store.js';

/** The shared bucket without a database: what the statements of the PostgreSQL store compute, by a given clock. */
export class InMemoryTokenStore extends TokenStore {
  #tokens: number;
  #refilledAt: number;
  #heldUntil: readonly number[] = [];

  constructor(
    private readonly shape: BucketShape,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    super();
    this.#tokens = shape.capacity;
    this.#refilledAt = nowMs();
  }

  lease(lane: TokenLane, wanted: number): Promise<TokenLease> {
    const now = this.nowMs();
    const held = this.held();
    const refill = ((now - this.#refilledAt) / 1_000) * this.shape.refillPerSecond;
    const level = Math.max(0, Math.min(this.shape.capacity - held.length, this.#tokens + refill));
    const room = lane === 'claims' ? this.shape.mostHeld - held.length : Infinity;
    const granted = Math.max(0, Math.min(wanted, room, Math.floor(level - this.shape.keep[lane])));
    this.#tokens = level - granted;
    this.#refilledAt = now;
    this.#heldUntil = lane === 'claims' ? [...held, ...Array<number>(granted).fill(now + HELD_MS)] : held;
    const bucket = { tokens: this.#tokens, held: this.#heldUntil.length };
    return Promise.resolve({ granted, nextTokenInMs: nextTokenInMs(this.shape, lane, bucket) });
  }

  giveBack(count: number): Promise<void> {
    this.#tokens = Math.min(this.shape.capacity, this.#tokens + count);
    return Promise.resolve();
  }

  endHeld({ used, unused }: EndedSlots): Promise<void> {
    this.#heldUntil = this.held().slice(used + unused);
    return this.giveBack(unused);
  }

  private held(): readonly number[] {
    return this.#heldUntil.filter((until) => until > this.nowMs());
  }
}
