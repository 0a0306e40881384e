import { Injectable } from '@nestjs/common';

export type OrderNewsListener = (orderId: string) => Promise<void>;

/** Tells other modules that the payment service has sent word of an order, so that they need not wait for their turn. */
@Injectable()
export class OrderNews {
  readonly #listeners: OrderNewsListener[] = [];

  /** To be called while modules initialise. */
  listen(listener: OrderNewsListener): void {
    this.#listeners.push(listener);
  }

  async tell(orderId: string): Promise<void> {
    for (const listener of this.#listeners) await listener(orderId);
  }
}
