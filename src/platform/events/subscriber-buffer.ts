import type { LoggedChange } from './status-change.js';

// About a second of a very busy system, for a subscriber to everything. Queries serve a slower one more cheaply.
const CAPACITY = 1_000;

/**
 * The live changes of one subscriber until it takes them. After an overflow or close it returns what it still holds;
 * changes after an overflow are dropped.
 */
export class SubscriberBuffer<Change extends LoggedChange> {
  readonly #changes: Change[] = [];
  #isOpen = true;
  #failure: Error | null = null;
  #onChange: (() => void) | null = null;

  constructor(private readonly isWanted: (change: LoggedChange) => change is Change) {}

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

  /** Makes the next take throw `error`, whatever is still held. */
  fail(error: Error): void {
    this.#failure = error;
    this.close();
  }

  /**
   * The next change; undefined if there is none.
   * @throws the error given to `fail`
   */
  take(): Change | undefined {
    if (this.#failure) throw this.#failure;
    return this.#changes.shift();
  }

  /** Calls `listener` once, when there is a change or no more can come. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  #wake(): void {
    const listener = this.#onChange;
    this.#onChange = null;
    listener?.();
  }
}
