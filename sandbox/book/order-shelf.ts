import type { H2hStage } from '../h2h/h2h-stage.schema.js';
import { movedOrder, type Order } from '../orders/order.schema.js';
import type { OrderStatus } from '../orders/order-status.states.js';
import type { MoveCause, RecordOf } from './book-record.schema.js';

export interface OrderMove {
  readonly at: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly cause: MoveCause;
}

/** The provider's planned outcome of an order. Without a time, only the control API triggers it. */
export interface PlannedOutcome {
  readonly to: OrderStatus;
  readonly cause: MoveCause;
  readonly dueAt: string | null;
}

/** The H2H session of a card. `stages` holds the current stage and the remaining ones. */
export interface H2hSession {
  readonly testCard: string;
  readonly stages: readonly H2hStage[];
  readonly stageDueAt: string | null;
}

export type ReceivedCard = Omit<RecordOf<'card.received'>, 'type' | 'orderId'>;
export type ReceivedCode = Omit<RecordOf<'code.received'>, 'type' | 'orderId'>;

/** An order, its status changes and every attempt to pay it. */
export interface BookedOrder {
  readonly order: Order;
  readonly moves: readonly OrderMove[];
  readonly outcome: PlannedOutcome | null;
  readonly cards: readonly ReceivedCard[];
  readonly codes: readonly ReceivedCode[];
  readonly h2h: H2hSession | null;
}

/** Every order ever created. None is dropped, because a checker compares all orders with the merchant's own records. */
export class OrderShelf {
  private readonly orders = new Map<string, BookedOrder>();

  find(orderId: string): BookedOrder | null {
    return this.orders.get(orderId) ?? null;
  }

  list(): readonly BookedOrder[] {
    return [...this.orders.values()];
  }

  created({ order }: RecordOf<'order.created'>): void {
    this.orders.set(order.id, { order, moves: [], outcome: null, cards: [], codes: [], h2h: null });
  }

  moved({ at, orderId, to, cause }: RecordOf<'order.moved'>): void {
    this.change(orderId, ({ order, moves }) => ({
      order: movedOrder({ order, to, at }),
      moves: [...moves, { at, from: order.status, to, cause }],
    }));
  }

  outcomePlanned({ orderId, to, cause, dueAt }: RecordOf<'order.outcomePlanned'>): void {
    this.change(orderId, () => ({ outcome: { to, cause, dueAt } }));
  }

  cardReceived({ type: _type, orderId, ...card }: RecordOf<'card.received'>): void {
    this.change(orderId, ({ cards }) => ({ cards: [...cards, card] }));
  }

  codeReceived({ type: _type, orderId, ...code }: RecordOf<'code.received'>): void {
    this.change(orderId, ({ codes }) => ({ codes: [...codes, code] }));
  }

  h2hPlanned({ orderId, testCard, stages, stageDueAt }: RecordOf<'h2h.planned'>): void {
    this.change(orderId, () => ({ h2h: { testCard, stages, stageDueAt } }));
  }

  h2hAdvanced({ orderId, stageDueAt }: RecordOf<'h2h.advanced'>): void {
    this.change(orderId, ({ h2h }) => ({ h2h: h2h && { ...h2h, stages: h2h.stages.slice(1), stageDueAt } }));
  }

  clear(): void {
    this.orders.clear();
  }

  private change(orderId: string, changed: (booked: BookedOrder) => Partial<BookedOrder>): void {
    const booked = this.orders.get(orderId);
    if (booked !== undefined) this.orders.set(orderId, { ...booked, ...changed(booked) });
  }
}
