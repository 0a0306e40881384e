import type { LoggedChange } from './status-change.js';

// About a second of a very busy system for a subscriber to everything; a slower one is cheaper served by a query.
const CAPACITY = 1_000;

/**
 * The changes that the live feed keeps for one subscriber until it consumes them. Iterating ends when the buffer has
 * overflowed or was closed, after everything it still held; what came after an overflow was not kept.
 */
export class SubscriberBuffer<Change extends LoggedChange> implements AsyncIterable<Change> {
  readonly #changes: Change[] = [];
  #isOpen = true;
  #failure: Error | null = null;
  #onChange: (() => void) | null = null;

  constructor(private readonly isWanted: (change: LoggedChange) => change is Change) {}

  offer(change: LoggedChange): void {
    if (!this.#isOpen || !this.isWanted(change)) return;
    if (this.#changes.length >= CAPACITY) {
      this.close();
      return;
    }
    this.#changes.push(change);
    this.#onChange?.();
  }

  close(): void {
    this.#isOpen = false;
    this.#onChange?.();
  }

  /** Has iterating throw `error` at once, whatever is still held. */
  fail(error: Error): void {
    this.#failure = error;
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const change = this.#changes.shift();
      if (change) {
        yield change;
      } else if (this.#isOpen) {
        await new Promise<void>((resolve) => {
          this.#onChange = resolve;
        });
      } else {
        return;
      }
    }
  }
}
