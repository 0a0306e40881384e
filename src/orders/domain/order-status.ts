import type { OrderMethod } from '../../desk/accounts/domain/order-method.js';
import { type StateMachine } from '../../common/state-machine.js';

export const ORDER_STATUSES = [
  'SUBMITTING',
  'CREATED',
  'PENDING',
  'PAID',
  'DECLINED',
  'CANCELED',
  'EXPIRED',
  'ABANDONED',
  'UNCONFIRMED',
  'UNRECOGNIZED',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Statuses that an order can get from the provider's answer. */
const AT_PROVIDER = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED'] as const;

/**
 * An order is moved by the answer to its creation, by a read-back, by a scheduled poll or by the deadline of its
 * submission. Every move goes through `OrderTransitions`, so a late answer cannot move an order back.
 */
export const ORDER_STATES: StateMachine<OrderStatus> = {
  SUBMITTING: {
    kind: 'open',
    meaning:
      'The order is recorded and is being sent to the provider, until the provider answers or the deadline passes.',
    next: [...AT_PROVIDER, 'ABANDONED', 'UNCONFIRMED'],
  },
  CREATED: {
    kind: 'open',
    meaning: 'The provider has the order; the payer has not started to pay.',
    next: ['PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED'],
  },
  PENDING: {
    kind: 'open',
    meaning: 'The payer is paying.',
    next: ['PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED'],
  },
  PAID: { kind: 'final', meaning: 'The order was paid.', next: [] },
  DECLINED: {
    kind: 'final',
    meaning: 'The bank or the provider declined the payment.',
    next: [],
    corrections: ['PAID'],
  },
  CANCELED: { kind: 'final', meaning: 'The payer gave up.', next: [], corrections: ['PAID'] },
  EXPIRED: { kind: 'final', meaning: 'The payer did not pay in time.', next: [], corrections: ['PAID'] },
  ABANDONED: {
    kind: 'resting',
    meaning:
      'The provider gave no usable answer when the order was created, so there is no payment link. Create a new order. If the provider does have the order, Purser finds it later.',
    next: [...AT_PROVIDER],
  },
  UNCONFIRMED: {
    kind: 'open',
    meaning:
      'The order was sent with a card, but the provider gave no usable answer. Purser polls to find out whether the order was paid.',
    next: [...AT_PROVIDER],
  },
  UNRECOGNIZED: {
    kind: 'open',
    meaning: 'The provider returned a status that Purser does not know. An alarm is raised, and polling continues.',
    next: ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'],
  },
};

export const FIRST_ORDER_STATUS: OrderStatus = 'SUBMITTING';

/** Returns the status of an order whose creation got no usable answer. */
export function statusWithoutAnswer(method: OrderMethod): 'ABANDONED' | 'UNCONFIRMED' {
  return method === 'CARD_IN_ORDER' ? 'UNCONFIRMED' : 'ABANDONED';
}

export function isFinalOrderStatus(status: OrderStatus): boolean {
  return ORDER_STATES[status].kind === 'final';
}

/** Whether an order in this status must have a next poll. */
export function isOpenOrderStatus(status: OrderStatus): boolean {
  return ORDER_STATES[status].kind === 'open';
}
