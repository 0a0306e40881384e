import { type BucketShape, nextTokenInMs } from '../budget/bucket-shape.js';
import { type EndedSlots, HELD_MS, type TokenLane, type TokenLease, TokenStore } from '../budget/token-store.js';

/** The token bucket in memory. It computes like the PostgreSQL store, by the given clock. */
export class InMemoryTokenStore extends TokenStore {
  #tokens: number;
  #refilledAt: number;
  #heldUntil: number[] = [];

  constructor(
    private readonly shape: BucketShape,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    super();
    this.#tokens = shape.capacity;
    this.#refilledAt = nowMs();
  }

  lease(lane: TokenLane, wanted: number): Promise<TokenLease> {
    this.refill();
    const held = this.#heldUntil.length;
    const room = lane === 'claims' ? this.shape.mostHeld - held : Infinity;
    const granted = Math.max(0, Math.min(wanted, room, Math.floor(this.#tokens - this.shape.keep[lane])));
    this.#tokens -= granted;
    if (lane === 'claims') this.#heldUntil.push(...Array<number>(granted).fill(this.nowMs() + HELD_MS));
    const bucket = { tokens: this.#tokens, held: this.#heldUntil.length };
    return Promise.resolve({ granted, nextTokenInMs: nextTokenInMs(this.shape, lane, bucket) });
  }

  giveBack(count: number): Promise<void> {
    return this.end({ unused: count, held: 0 });
  }

  endHeld({ used, unused }: EndedSlots): Promise<void> {
    return this.end({ unused, held: used + unused });
  }

  private end({ unused, held }: { readonly unused: number; readonly held: number }): Promise<void> {
    this.refill();
    this.#heldUntil.splice(0, held);
    this.#tokens = Math.min(this.shape.capacity - this.#heldUntil.length, this.#tokens + unused);
    return Promise.resolve();
  }

  private refill(): void {
    const now = this.nowMs();
    this.#heldUntil = this.#heldUntil.filter((until) => until > now);
    const came = ((now - this.#refilledAt) / 1_000) * this.shape.refillPerSecond;
    this.#tokens = Math.max(0, Math.min(this.shape.capacity - this.#heldUntil.length, this.#tokens + came));
    this.#refilledAt = now;
  }
}
