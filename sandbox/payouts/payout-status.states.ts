/**
 * The life of a payout at the provider.
 *
 * All words are documented. The Bangladesh page says `PENDING` where the others say `PROCESSING`, so both are states,
 * and a payout goes through the one its destination knows.
 */
export const payoutStatuses = [
  'CREATED',
  'PROCESSING',
  'PENDING',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'EXPIRED',
] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/**
 * CREATED may go to a final status at once ("PROCESSING or a final status"). The correction of COMPLETED is "not
 * shown"; the three statuses of a payout that did not happen are this sandbox's assumption.
 */
export const payoutTransitions = {
  CREATED: ['PROCESSING', 'PENDING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'],
  PROCESSING: ['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'],
  PENDING: ['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'],
  COMPLETED: ['FAILED', 'CANCELED', 'EXPIRED'],
  FAILED: [],
  CANCELED: [],
  EXPIRED: [],
} as const satisfies Readonly<Record<PayoutStatus, readonly PayoutStatus[]>>;

/** Whether the table above lets a payout go from one status to the other. */
export function mayMove({ from, to }: { from: PayoutStatus; to: PayoutStatus }): boolean {
  const targets: readonly PayoutStatus[] = payoutTransitions[from];
  return targets.includes(to);
}

/** Whether the provider is done with the payout. COMPLETED is: only the operator corrects it, by hand. */
export function isOver(status: PayoutStatus): boolean {
  return status === 'COMPLETED' || isReturned(status);
}

/** Whether the merchant has the money back. */
export function isReturned(status: PayoutStatus): boolean {
  return status === 'FAILED' || status === 'CANCELED' || status === 'EXPIRED';
}
