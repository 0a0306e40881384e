import { type Order, type OrderChange, watchOrder } from './order-calls.js';
import type { PurserClient } from './purser-client.js';

// Long enough for the slow poll that finds a change if its notification was lost.
const CHANGE_WITHIN_MS = 60_000;

/** Follows one order without a gap: past changes come from its timeline, later ones from the subscription. */
export class OrderWatch {
  readonly #seen = new Set<string>();
  readonly #subscription: { close(): void };
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(client: PurserClient, order: Order, onChange: (change: OrderChange) => void) {
    for (const change of order.timeline) this.#seen.add(change.to);
    this.#subscription = watchOrder(
      client,
      { orderId: order.id, after: order.timeline.at(-1)?.cursor },
      {
        onEvent: (change) => {
          this.#seen.add(change.to);
          onChange(change);
          this.#wake();
        },
        onFailure: (error) => {
          this.#failure = error;
          this.#wake();
        },
      },
    );
  }

  /**
   * Resolves once the order is, or has been, in this status.
   * @throws Error if the subscription fails, or if the order has not reached the status after a minute
   */
  async until(status: string): Promise<void> {
    const timeout = AbortSignal.timeout(CHANGE_WITHIN_MS);
    // This timer keeps the process alive; an AbortSignal's own timer does not.
    const holdOpen = setInterval(() => {
      if (timeout.aborted) this.#wake();
    }, 100);
    try {
      while (!this.#seen.has(status)) {
        if (this.#failure !== undefined) throw this.#failure;
        if (timeout.aborted) throw new Error(`The order did not become ${status} within a minute.`);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearInterval(holdOpen);
    }
  }

  close(): void {
    this.#subscription.close();
  }
}
