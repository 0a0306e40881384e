/** Kinds of objects that a search finds. Equally good hits are in this order. */
export const FIND_KINDS = ['PAYOUT', 'ORDER', 'DISCREPANCY', 'WEBHOOK_EVENT', 'API_KEY'] as const;

export type FindKind = (typeof FIND_KINDS)[number];

export interface FindHit {
  readonly kind: FindKind;
  readonly id: string;
  /** Null if it belongs to all accounts or none. */
  readonly accountId: string | null;
  readonly title: string;
  readonly status: string;
  /** The id or text that contains the search text. */
  readonly matched: string;
}

/**
 * Returns the first candidate that contains a text, ignoring case; otherwise the text itself, such as the id of an
 * attempt.
 */
export function matchedOf(text: string, candidates: readonly (string | null)[]): string {
  const searched = text.toLowerCase();
  return candidates.find((candidate) => candidate?.toLowerCase().includes(searched)) ?? text;
}

/** Returns the best hits: exact matches first. */
export function bestOf(hits: readonly FindHit[], text: string, first: number): readonly FindHit[] {
  const searched = text.toLowerCase();
  const rank = ({ matched }: FindHit): number => (matched.toLowerCase() === searched ? 0 : 1);
  return [...hits].sort((one, other) => rank(one) - rank(other)).slice(0, first);
}
