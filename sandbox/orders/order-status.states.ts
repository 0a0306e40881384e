/**
 * States of an order at the provider.
 *
 * The interface names only `CREATED` and `PENDING` and no transitions. `PAID`, `DECLINED`, `CANCELED` and `EXPIRED` are
 * this sandbox's assumption: clients must not rely on these words, and the `unknownStatus` fault proves that they do
 * not.
 */
export const orderStatuses = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** CREATED may skip PENDING: the control API and expiry also move orders whose page was never opened. */
export const orderTransitions = {
  CREATED: ['PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'],
  PENDING: ['PAID', 'DECLINED', 'CANCELED', 'EXPIRED'],
  PAID: [],
  DECLINED: [],
  CANCELED: [],
  EXPIRED: [],
} as const satisfies Readonly<Record<OrderStatus, readonly OrderStatus[]>>;

type Transitions = typeof orderTransitions;

export type FinalOrderStatus = { [S in OrderStatus]: Transitions[S] extends readonly [] ? S : never }[OrderStatus];

export function mayMove({ from, to }: { from: OrderStatus; to: OrderStatus }): boolean {
  return targetsOf(from).includes(to);
}

/** Whether the status is final. A final status triggers the order webhook. */
export function isFinal(status: OrderStatus): status is FinalOrderStatus {
  return targetsOf(status).length === 0;
}

function targetsOf(status: OrderStatus): readonly OrderStatus[] {
  return orderTransitions[status];
}
