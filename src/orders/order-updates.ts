import { Injectable } from '@nestjs/common';

export type OrderUpdateListener = (orderId: string) => Promise<void>;

/** Tells other modules that the provider has sent word of an order, so that they need not wait for their turn. */
@Injectable()
export class OrderUpdates {
  readonly #listeners: OrderUpdateListener[] = [];

  /** To be called while modules initialise. */
  listen(listener: OrderUpdateListener): void {
    this.#listeners.push(listener);
  }

  async tell(orderId: string): Promise<void> {
    for (const listener of this.#listeners) await listener(orderId);
  }
}
