import type { SubjectType } from '../../../platform/events/status-change.js';
import { isFinalOrderStatus, ORDER_STATUSES } from '../../../orders/domain/order-status.js';
import { FINAL_PAYOUT_STATUSES, type PayoutStatus } from '../../../payouts/core/domain/payout-status.js';

export type RolledSubject = Extract<SubjectType, 'ORDER' | 'PAYOUT'>;

export const FINAL_STATUSES: Readonly<Record<RolledSubject, readonly string[]>> = {
  ORDER: ORDER_STATUSES.filter(isFinalOrderStatus),
  PAYOUT: FINAL_PAYOUT_STATUSES,
};

/** A payout can be changed before its first attempt, so its amount is not added up yet. */
export const CHANGEABLE_STATUSES: readonly PayoutStatus[] = ['AWAITING_APPROVAL', 'APPROVED'];
