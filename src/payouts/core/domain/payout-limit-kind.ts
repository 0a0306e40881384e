export const PAYOUT_LIMIT_KINDS = [
  'LARGEST_PAYOUT',
  /** Maximum sum of all payouts in a UTC day. */
  'DAILY_SUM',
  /** Maximum sum of the payouts made by one key or person in a UTC day. */
  'DAILY_SUM_PER_MAKER',
  /** Maximum number of payouts to one recipient in a UTC day. */
  'DAILY_COUNT_PER_RECIPIENT',
] as const;

export type PayoutLimitKind = (typeof PAYOUT_LIMIT_KINDS)[number];

/** What blocks an approved payout: a limit, or a payment at the provider that may be this payout. */
export type PayoutBlock = PayoutLimitKind | 'MAY_HAVE_BEEN_SENT';
