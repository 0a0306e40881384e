export type PayoutLimitKind =
  /** What one payout may be at most. */
  | 'LARGEST_PAYOUT'
  /** What the payouts of one UTC day may be together. */
  | 'DAILY_SUM'
  /** How often one recipient may be paid in a UTC day. */
  | 'DAILY_COUNT_PER_RECIPIENT';
