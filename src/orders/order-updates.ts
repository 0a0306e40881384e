import { Injectable } from '@nestjs/common';

export type OrderUpdateListener = (orderId: string) => Promise<void>;

/** Notifies other modules when an order was updated, so that they need not wait for their next poll. */
@Injectable()
export class OrderUpdates {
  readonly #listeners: OrderUpdateListener[] = [];

  /** Registers a listener. Call it while modules initialise. */
  listen(listener: OrderUpdateListener): void {
    this.#listeners.push(listener);
  }

  async tell(orderId: string): Promise<void> {
    for (const listener of this.#listeners) await listener(orderId);
  }
}
