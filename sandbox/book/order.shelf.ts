import { movedOrder, type Order } from '../orders/order.schema.js';
import type { OrderStatus } from '../orders/order-status.states.js';
import type { MoveCause, RecordOf } from './book-record.schema.js';

/** One change of an order's status. */
export interface OrderMove {
  readonly at: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly cause: MoveCause;
}

/** An order with the story of how it came to its status. */
export interface BookedOrder {
  readonly order: Order;
  readonly moves: readonly OrderMove[];
}

/** Every order ever created. Never trimmed: it is what a checker compares the merchant's own books with. */
export class OrderShelf {
  private readonly orders = new Map<string, BookedOrder>();

  find(orderId: string): BookedOrder | null {
    return this.orders.get(orderId) ?? null;
  }

  list(): readonly BookedOrder[] {
    return [...this.orders.values()];
  }

  created({ order }: RecordOf<'order.created'>): void {
    this.orders.set(order.id, { order, moves: [] });
  }

  moved({ at, orderId, to, cause }: RecordOf<'order.moved'>): void {
    const booked = this.orders.get(orderId);
    if (booked === undefined) return;
    const { order, moves } = booked;
    this.orders.set(orderId, {
      order: movedOrder({ order, to, at }),
      moves: [...moves, { at, from: order.status, to, cause }],
    });
  }

  clear(): void {
    this.orders.clear();
  }
}
