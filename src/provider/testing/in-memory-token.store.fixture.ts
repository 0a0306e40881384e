import { type BucketShape, nextTokenInMs } from '../budget/bucket.shape.js';
import type { RequestLane } from '../budget/request.budget.js';
import { type TokenLease, TokenStore } from '../budget/token.store.js';

/** The shared bucket without a database: what the statement of the PostgreSQL store computes, by a given clock. */
export class InMemoryTokenStore extends TokenStore {
  #tokens: number;
  #refilledAt: number;

  constructor(
    private readonly shape: BucketShape,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    super();
    this.#tokens = shape.capacity;
    this.#refilledAt = nowMs();
  }

  lease(lane: RequestLane, wanted: number): Promise<TokenLease> {
    const now = this.nowMs();
    const refill = ((now - this.#refilledAt) / 1_000) * this.shape.refillPerSecond;
    const level = Math.min(this.shape.capacity, this.#tokens + refill);
    const granted = Math.min(wanted, Math.max(0, Math.floor(level - this.shape.keep[lane])));
    this.#tokens = level - granted;
    this.#refilledAt = now;
    return Promise.resolve({ granted, nextTokenInMs: nextTokenInMs(this.shape, lane, this.#tokens) });
  }

  giveBack(count: number): Promise<void> {
    this.#tokens = Math.min(this.shape.capacity, this.#tokens + count);
    return Promise.resolve();
  }
}
