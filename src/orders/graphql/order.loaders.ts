import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { StatusChangeRecord } from '../../events/status-change.js';
import { StatusLog } from '../../events/status-log.js';
import type { OrderEntity } from '../persistence/order.entity.js';
import { OrdersRepository } from '../persistence/orders.repository.js';

// The largest page of orders.
const MAX_BATCH = 100;

/**
 * Gathers what the orders of one answer need into one query each. Nothing is cached: a live subscription asks for the
 * same order again just because it has changed.
 */
@Injectable()
export class OrderLoaders {
  readonly #orders: DataLoader<string, OrderEntity | null>;
  readonly #timelines: DataLoader<string, readonly StatusChangeRecord[]>;

  constructor(orders: OrdersRepository, log: StatusLog) {
    const options = { cache: false, maxBatchSize: MAX_BATCH };
    this.#orders = new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await orders.findByIds(ids)).map((order) => [order.id, order]));
      return ids.map((id) => found.get(id) ?? null);
    }, options);
    this.#timelines = new DataLoader(async (ids: readonly string[]) => {
      const timelines = await log.readTimelines('ORDER', [...new Set(ids)]);
      return ids.map((id) => timelines.get(id) ?? []);
    }, options);
  }

  order(id: string): Promise<OrderEntity | null> {
    return this.#orders.load(id);
  }

  timeline(orderId: string): Promise<readonly StatusChangeRecord[]> {
    return this.#timelines.load(orderId);
  }
}
