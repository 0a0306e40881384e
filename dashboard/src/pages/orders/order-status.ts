import type { graphql } from '../../api/graphql.js';
import type { Tone } from '../../design/status.js';

export type OrderStatus = ReturnType<typeof graphql.scalar<'OrderStatus'>>;

/** Tones by status, in the order of an order's life. */
export const ORDER_TONES = {
  SUBMITTING: 'moving',
  CREATED: 'moving',
  PENDING: 'moving',
  UNCONFIRMED: 'warn',
  UNRECOGNIZED: 'warn',
  PAID: 'good',
  DECLINED: 'bad',
  CANCELED: 'bad',
  EXPIRED: 'done',
  ABANDONED: 'done',
} as const satisfies Readonly<Record<OrderStatus, Tone>>;

export const ORDER_STATUSES = Object.keys(ORDER_TONES) as readonly OrderStatus[];
