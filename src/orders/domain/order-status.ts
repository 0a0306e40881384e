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

/** The statuses that an answer of the provider can put an order into. */
const AT_PROVIDER = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED'] as const;

/**
 * The life of an order. Who moves it: the create answer, a read-back after a webhook, the scheduled check, or the
 * deadline of a submission; each through `OrderTransitions`, so an answer that arrives late cannot move it back.
 */
export const ORDER_STATES: StateMachine<OrderStatus> = {
  SUBMITTING: {
    kind: 'open',
    meaning: 'Recorded and being sent to the provider; its answer or the deadline moves it on.',
    next: [...AT_PROVIDER, 'ABANDONED', 'UNCONFIRMED'],
  },
  CREATED: {
    kind: 'open',
    meaning: 'The provider has it, and the payer has not begun.',
    next: ['PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED'],
  },
  PENDING: {
    kind: 'open',
    meaning: 'The payer is paying.',
    next: ['PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED'],
  },
  PAID: { kind: 'final', meaning: 'The money was paid.', next: [] },
  DECLINED: {
    kind: 'final',
    meaning: 'The bank or the provider refused it.',
    next: [],
    corrections: ['PAID'],
  },
  CANCELED: { kind: 'final', meaning: 'The payer gave up.', next: [], corrections: ['PAID'] },
  EXPIRED: { kind: 'final', meaning: 'The payer did not pay in time.', next: [], corrections: ['PAID'] },
  ABANDONED: {
    kind: 'resting',
    meaning:
      'No usable answer came to its creation, so nobody has its payment link; make a new order. It comes back if the provider turns out to have it.',
    next: [...AT_PROVIDER],
  },
  UNCONFIRMED: {
    kind: 'open',
    meaning: 'Card details were sent with it and no usable answer came; whether it was paid is being found out.',
    next: [...AT_PROVIDER],
  },
  UNRECOGNIZED: {
    kind: 'open',
    meaning: 'The provider answers a status word that Purser does not know; an operator is alarmed, checks go on.',
    next: ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'],
  },
};

export const FIRST_ORDER_STATUS: OrderStatus = 'SUBMITTING';

/** The status of an order whose creation brought no usable answer. */
export function statusWithoutAnswer(method: OrderMethod): 'ABANDONED' | 'UNCONFIRMED' {
  return method === 'CARD_IN_ORDER' ? 'UNCONFIRMED' : 'ABANDONED';
}

/** Whether nothing more is expected of the order. */
export function isFinalOrderStatus(status: OrderStatus): boolean {
  return ORDER_STATES[status].kind === 'final';
}

/** Whether the order must be due for a check. */
export function isOpenOrderStatus(status: OrderStatus): boolean {
  return ORDER_STATES[status].kind === 'open';
}
