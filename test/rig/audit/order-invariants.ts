import { checkAnswered } from './common-invariants.js';
import { examine, type Finding } from './finding.js';
import type { ScaleStage } from '../callers/scale-stage.js';

interface StoredOrder {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly providerOrderId: string | null;
  readonly status: string;
}

/** Checks that each order that a caller knows exists, once per key, and is paid if its payer paid. */
export async function checkOrders({ postgres, orders, payer }: ScaleStage): Promise<Finding[]> {
  const stored = await postgres.query<StoredOrder>(
    `SELECT id, idempotency_key AS "idempotencyKey", provider_order_id AS "providerOrderId", status FROM orders`,
  );
  const byKey = new Map(stored.map((order) => [order.idempotencyKey, order]));
  const byProviderId = new Map(stored.map((order) => [order.providerOrderId, order]));
  return [
    examine(
      { id: 'O1', holds: 'each order that a caller was told of is there, one for each key' },
      orders.records,
      ({ idempotencyKey, ids }) => {
        const order = byKey.get(idempotencyKey);
        return order && ids.every((id) => id === order.id)
          ? null
          : `${idempotencyKey} is ${order?.id ?? 'gone'}, its caller was told ${ids.join(', ')}`;
      },
    ),
    examine({ id: 'O2', holds: 'each order that was paid says so' }, payer.paid, (providerOrderId) => {
      const order = byProviderId.get(providerOrderId);
      return order?.status === 'PAID'
        ? null
        : `${providerOrderId} was paid, and here it is ${order?.status ?? 'unknown'}`;
    }),
    { ...checkAnswered(orders), id: 'O3', holds: 'every caller of an order is answered' },
  ];
}
