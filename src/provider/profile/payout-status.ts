/** Everything a payout's status can mean to us. */
export const PAYOUT_STATUS_WORDS = ['CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'] as const;

/** A meaning, or `UNRECOGNIZED` for a word the profile does not list: an alarm, never a guess. */
export type PayoutStatusWord = (typeof PAYOUT_STATUS_WORDS)[number] | 'UNRECOGNIZED';

/**
 * The meaning of a payout's status. Total: any text gives an answer. Words are matched exactly as written, because to
 * take an unseen word for FAILED would invite somebody to pay again.
 */
export function translatePayoutStatus(
  profile: { readonly payoutStatusWords: Readonly<Record<string, PayoutStatusWord>> },
  status: string,
): PayoutStatusWord {
  // An own property only, or the word `constructor` would find a function.
  if (!Object.hasOwn(profile.payoutStatusWords, status)) return 'UNRECOGNIZED';
  return profile.payoutStatusWords[status] ?? 'UNRECOGNIZED';
}
