import type { LoggedChange } from './status-change.js';

// About a second's worth of changes in a very busy system, for a subscriber to everything. A slower subscriber is
// served more cheaply by queries.
const CAPACITY = 1_000;

/**
 * Holds one subscriber's live changes until they are taken. After an overflow or a close it still returns the changes
 * it holds; changes that arrive after an overflow are dropped.
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

  /** Makes the next call of `take` throw `error`, even if changes are left. */
  fail(error: Error): void {
    this.#failure = error;
    this.close();
  }

  /**
   * Returns the next change; undefined if there is none.
   * @throws the error given to `fail`
   */
  take(): Change | undefined {
    if (this.#failure) throw this.#failure;
    return this.#changes.shift();
  }

  /** Calls `listener` once: when there is a change, or when no more can come. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  #wake(): void {
    const listener = this.#onChange;
    this.#onChange = null;
    listener?.();
  }
}
