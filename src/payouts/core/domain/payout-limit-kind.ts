export const PAYOUT_LIMIT_KINDS = [
  'LARGEST_PAYOUT',
  /** Largest sum of the payouts of one UTC day. */
  'DAILY_SUM',
  /** Largest sum of the payouts that one key or person made on one UTC day. */
  'DAILY_SUM_PER_MAKER',
  /** How often one recipient may be paid on one UTC day. */
  'DAILY_COUNT_PER_RECIPIENT',
] as const;

export type PayoutLimitKind = (typeof PAYOUT_LIMIT_KINDS)[number];

/** Why an approved payout is blocked: a limit, or a provider payment that may be this payout. */
export type PayoutBlock = PayoutLimitKind | 'MAY_HAVE_BEEN_SENT';
