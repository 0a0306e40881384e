import type { Tone } from '../../design/status.js';
import type { graphql } from '../../api/graphql.js';

export type PayoutStatus = ReturnType<typeof graphql.scalar<'PayoutStatus'>>;

/** Tones by status, in the order of a payout's life. The filter uses the same order. */
export const PAYOUT_TONES = {
  CREATED: 'moving',
  AWAITING_APPROVAL: 'warn',
  APPROVED: 'moving',
  SUBMITTING: 'moving',
  PROCESSING: 'moving',
  UNCONFIRMED: 'warn',
  UNRECOGNIZED: 'warn',
  COMPLETED: 'good',
  REJECTED: 'bad',
  FAILED: 'bad',
  CANCELED: 'bad',
  DECLINED: 'done',
  WITHDRAWN: 'done',
  EXPIRED: 'done',
  CLOSED: 'done',
} as const satisfies Readonly<Record<PayoutStatus, Tone>>;

export const PAYOUT_STATUSES = Object.keys(PAYOUT_TONES) as readonly PayoutStatus[];
