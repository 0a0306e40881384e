import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';
import type { StatusChangeRecord } from '../../platform/events/status-change.js';
import { StatusLog } from '../../platform/events/status-log.js';
import type { OrderEntity } from '../persistence/order.entity.js';
import { OrdersRepository } from '../persistence/orders.repository.js';

/** Loads what the orders in one response need, with one query for each kind of data. */
@Injectable()
export class OrderLoaders {
  readonly #orders: BatchLoader<OrderEntity | null>;
  readonly #timelines: BatchLoader<readonly StatusChangeRecord[]>;

  constructor(orders: OrdersRepository, log: StatusLog) {
    this.#orders = BatchLoader.byId((ids) => orders.findByIds(ids));
    this.#timelines = new BatchLoader(async (ids) => {
      const timelines = await log.readTimelines('ORDER', [...new Set(ids)]);
      return ids.map((id) => timelines.get(id) ?? []);
    });
  }

  order(id: string): Promise<OrderEntity | null> {
    return this.#orders.load(id);
  }

  timeline(orderId: string): Promise<readonly StatusChangeRecord[]> {
    return this.#timelines.load(orderId);
  }
}
