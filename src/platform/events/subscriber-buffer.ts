import type { LoggedChange } from './status-change.js';

// About a second of a very busy system for a subscriber to everything; a slower one is cheaper served by a query.
const CAPACITY = 1_000;

/**
 * The changes that the live feed keeps for one subscriber until it takes them. A buffer that has overflowed or was closed
 * gives what it still holds; what came after an overflow was not kept.
 */
export class SubscriberBuffer<Change extends LoggedChange> {
  readonly #changes: Change[] = [];
  #isOpen = true;
  #failure: Error | null = null;
  #onChange: (() => void) | null = null;

  constructor(private readonly isWanted: (change: LoggedChange) => change is Change) {}

  /** Whether more may come than it holds. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  offer(change: LoggedChange): void {
    if (!this.#isOpen || !this.isWanted(change)) return;
    if (this.#changes.length >= CAPACITY) {
      this.close();
      return;
    }
    this.#changes.push(change);
    this.#wake();
  }

  close(): void {
    this.#isOpen = false;
    this.#wake();
  }

  /** Has the next change be taken in vain, with `error`, whatever is still held. */
  fail(error: Error): void {
    this.#failure = error;
    this.close();
  }

  /**
   * The next change; undefined when there is none.
   *
   * @throws the error that it has failed with
   */
  take(): Change | undefined {
    if (this.#failure) throw this.#failure;
    return this.#changes.shift();
  }

  /** Calls `listener` once, when there is a change or none can come. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  #wake(): void {
    const listener = this.#onChange;
    this.#onChange = null;
    listener?.();
  }
}
