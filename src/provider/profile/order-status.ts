/** Everything an order's status can mean to us. */
export const ORDER_STATUS_WORDS = ['CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;

/** A meaning, or `UNRECOGNIZED` for a word the profile does not list: an alarm, never a guess. */
export type OrderStatusWord = (typeof ORDER_STATUS_WORDS)[number] | 'UNRECOGNIZED';

/**
 * The meaning of an order's status. Total: any text gives an answer.
 *
 * A `payedAt` that is set means paid whatever the word: the money is there, and the words beyond CREATED and PENDING
 * are not documented. Words are matched exactly as written, because a word in another case is a word nobody has seen.
 */
export function translateOrderStatus(
  profile: { readonly orderStatusWords: Readonly<Record<string, OrderStatusWord>> },
  order: { readonly status: string; readonly payedAt: string | null },
): OrderStatusWord {
  if (order.payedAt !== null && order.payedAt !== '') return 'PAID';
  // An own property only, or the word `constructor` would find a function.
  if (!Object.hasOwn(profile.orderStatusWords, order.status)) return 'UNRECOGNIZED';
  return profile.orderStatusWords[order.status] ?? 'UNRECOGNIZED';
}
