export const ORDER_STATUS_WORDS = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;

export const H2H_STATUS_WORDS = ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED'] as const;

export const PAYOUT_STATUS_WORDS = ['CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'] as const;

/** A meaning, or `UNRECOGNIZED` for a word that the profile does not list: an alarm, never a guess. */
export type OrderStatusWord = (typeof ORDER_STATUS_WORDS)[number] | 'UNRECOGNIZED';
export type H2hStatusWord = (typeof H2H_STATUS_WORDS)[number] | 'UNRECOGNIZED';
export type PayoutStatusWord = (typeof PAYOUT_STATUS_WORDS)[number] | 'UNRECOGNIZED';

/**
 * Translates a status by the words of the profile. Words must match exactly: the same word in another case is unknown,
 * and taking it for FAILED would invite a second payment.
 */
export function translateStatus<Word extends string>(
  words: Readonly<Record<string, Word>>,
  status: string,
): Word | 'UNRECOGNIZED' {
  // Own properties only, or the word `constructor` would find a function.
  return Object.hasOwn(words, status) ? (words[status] ?? 'UNRECOGNIZED') : 'UNRECOGNIZED';
}
