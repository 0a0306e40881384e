/** Everything an order's status can mean to us. */
export const ORDER_STATUS_WORDS = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;

/** Everything the status of a card's verification can mean to us. */
export const H2H_STATUS_WORDS = ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED'] as const;

/** Everything a payout's status can mean to us. */
export const PAYOUT_STATUS_WORDS = ['CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'] as const;

/** A meaning, or `UNRECOGNIZED` for a word the profile does not list: an alarm, never a guess. */
export type OrderStatusWord = (typeof ORDER_STATUS_WORDS)[number] | 'UNRECOGNIZED';
export type H2hStatusWord = (typeof H2H_STATUS_WORDS)[number] | 'UNRECOGNIZED';
export type PayoutStatusWord = (typeof PAYOUT_STATUS_WORDS)[number] | 'UNRECOGNIZED';

/**
 * The meaning of a status by the words of the profile. Total: any text gives an answer. Words are matched exactly as
 * written: a word in another case is a word nobody has seen, and to take that for FAILED would invite somebody to pay
 * again.
 */
export function translateStatus<Word extends string>(
  words: Readonly<Record<string, Word>>,
  status: string,
): Word | 'UNRECOGNIZED' {
  // An own property only, or the word `constructor` would find a function.
  return Object.hasOwn(words, status) ? (words[status] ?? 'UNRECOGNIZED') : 'UNRECOGNIZED';
}
