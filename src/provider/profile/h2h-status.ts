/** Everything the status of a card's verification can mean to us. */
export const H2H_STATUS_WORDS = ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELLED', 'FAILED', 'EXPIRED'] as const;

/** A meaning, or `UNRECOGNIZED` for a word the profile does not list: an alarm, never a guess. */
export type H2hStatusWord = (typeof H2H_STATUS_WORDS)[number] | 'UNRECOGNIZED';

/** The meaning of a verification's status. Total: any text gives an answer. */
export function translateH2hStatus(
  profile: { readonly h2hStatusWords: Readonly<Record<string, H2hStatusWord>> },
  status: string,
): H2hStatusWord {
  // An own property only, or the word `constructor` would find a function.
  if (!Object.hasOwn(profile.h2hStatusWords, status)) return 'UNRECOGNIZED';
  return profile.h2hStatusWords[status] ?? 'UNRECOGNIZED';
}
