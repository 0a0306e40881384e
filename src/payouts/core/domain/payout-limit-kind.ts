export const PAYOUT_LIMIT_KINDS = [
  /** The largest amount of one payout. */
  'LARGEST_PAYOUT',
  /** The largest sum of the payouts of one UTC day. */
  'DAILY_SUM',
  /** The largest sum of the payouts of one UTC day that one key or person made. */
  'DAILY_SUM_PER_MAKER',
  /** How often one recipient may be paid in a UTC day. */
  'DAILY_COUNT_PER_RECIPIENT',
] as const;

export type PayoutLimitKind = (typeof PAYOUT_LIMIT_KINDS)[number];

/** Why an approved payout is held: a limit, or a payment of the provider's that may be this very payout. */
export type PayoutBlock = PayoutLimitKind | 'MAY_HAVE_BEEN_SENT';
