/**
 * The life of an order at the provider.
 *
 * The provider's interface names only `CREATED` and `PENDING` ("values beyond CREATED and PENDING: not shown", and no
 * transitions). `PAID`, `DECLINED`, `CANCELED` and `EXPIRED` are this sandbox's assumption: a client must not rely on
 * these words, and the `unknownStatus` fault exists to prove that it does not.
 */
export const orderStatuses = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** CREATED may skip PENDING: the control API and expiry move orders whose page nobody opened. */
export const orderTransitions = {
  CREATED: ['PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'],
  PENDING: ['PAID', 'DECLINED', 'CANCELED', 'EXPIRED'],
  PAID: [],
  DECLINED: [],
  CANCELED: [],
  EXPIRED: [],
} as const satisfies Readonly<Record<OrderStatus, readonly OrderStatus[]>>;

type Transitions = typeof orderTransitions;

/** A status that nothing leaves. */
export type FinalOrderStatus = { [S in OrderStatus]: Transitions[S] extends readonly [] ? S : never }[OrderStatus];

/** Whether the table above lets an order go from one status to the other. */
export function mayMove({ from, to }: { from: OrderStatus; to: OrderStatus }): boolean {
  return targetsOf(from).includes(to);
}

/** Whether nothing leaves this status. Reaching a final status is also what triggers the order webhook. */
export function isFinal(status: OrderStatus): status is FinalOrderStatus {
  return targetsOf(status).length === 0;
}

function targetsOf(status: OrderStatus): readonly OrderStatus[] {
  return orderTransitions[status];
}
