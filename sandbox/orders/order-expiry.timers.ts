import type { Order } from './order.schema.js';

/** The longest a timer of Node can wait; more would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One timer for each order that can still expire. They never keep the process alive. */
export class OrderExpiryTimers {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  /** Calls back once the order has outlived its time, unless it is disarmed before. */
  arm({ order, onExpiry }: { order: Pick<Order, 'id' | 'expiresAt'>; onExpiry: () => void }): void {
    const remainingMs = Math.max(0, Date.parse(order.expiresAt) - Date.now());
    const isLastLeg = remainingMs <= LONGEST_TIMER_MS;
    const timer = setTimeout(
      () => {
        this.timers.delete(order.id);
        if (isLastLeg) onExpiry();
        else this.arm({ order, onExpiry });
      },
      Math.min(remainingMs, LONGEST_TIMER_MS),
    );
    this.timers.set(order.id, timer.unref());
  }

  disarm(orderId: string): void {
    clearTimeout(this.timers.get(orderId));
    this.timers.delete(orderId);
  }

  disarmAll(): void {
    for (const orderId of [...this.timers.keys()]) this.disarm(orderId);
  }
}
