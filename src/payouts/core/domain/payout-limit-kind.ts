export type PayoutLimitKind =
  /** The largest amount of one payout. */
  | 'LARGEST_PAYOUT'
  /** The largest sum of the payouts of one UTC day. */
  | 'DAILY_SUM'
  /** The largest sum of the payouts that one key or person makes for one UTC day. */
  | 'DAILY_SUM_PER_MAKER'
  /** How often one recipient may be paid in a UTC day. */
  | 'DAILY_COUNT_PER_RECIPIENT';

/** Why an approved payout is held: a limit, or a payment of the provider's that may be this very payout. */
export type PayoutBlock = PayoutLimitKind | 'MAY_HAVE_BEEN_SENT';
