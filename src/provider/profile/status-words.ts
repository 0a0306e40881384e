export const ORDER_STATUS_WORDS = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;

export const H2H_STATUS_WORDS = ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED'] as const;

export const PAYOUT_STATUS_WORDS = ['CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'] as const;

/**
 * The meaning of a status. A word that the profile does not list is `UNRECOGNIZED`, which raises an alarm, and is never
 * guessed.
 */
export type OrderStatusWord = (typeof ORDER_STATUS_WORDS)[number] | 'UNRECOGNIZED';
export type H2hStatusWord = (typeof H2H_STATUS_WORDS)[number] | 'UNRECOGNIZED';
export type PayoutStatusWord = (typeof PAYOUT_STATUS_WORDS)[number] | 'UNRECOGNIZED';

/**
 * Translates a status by the profile's words. Words must match exactly: the same word in another case is unknown, and
 * reading it as FAILED could cause a second payment.
 */
export function translateStatus<Word extends string>(
  words: Readonly<Record<string, Word>>,
  status: string,
): Word | 'UNRECOGNIZED' {
  // Own properties only, because the word `constructor` would otherwise find an inherited function.
  return Object.hasOwn(words, status) ? (words[status] ?? 'UNRECOGNIZED') : 'UNRECOGNIZED';
}
