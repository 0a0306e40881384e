/**
 * States of a payout at the provider, all documented. The Bangladesh page says `PENDING` where the others say
 * `PROCESSING`, so both are states, and a payout uses the word of its destination.
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
 * CREATED may go straight to a final status ("PROCESSING or a final status"). The interface does not document
 * corrections of COMPLETED; moving it to the three failed statuses is this sandbox's assumption.
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

export function mayMove({ from, to }: { from: PayoutStatus; to: PayoutStatus }): boolean {
  const targets: readonly PayoutStatus[] = payoutTransitions[from];
  return targets.includes(to);
}

/** Whether the provider is done with the payout. COMPLETED counts: only the operator corrects it, by hand. */
export function isOver(status: PayoutStatus): boolean {
  return status === 'COMPLETED' || isReturned(status);
}

/** Whether the merchant got the money back. */
export function isReturned(status: PayoutStatus): boolean {
  return status === 'FAILED' || status === 'CANCELED' || status === 'EXPIRED';
}
