/** The kinds of things that a search finds, in the order in which equally good hits stand. */
export const FIND_KINDS = ['PAYOUT', 'ORDER', 'DISCREPANCY', 'WEBHOOK_EVENT', 'API_KEY'] as const;

export type FindKind = (typeof FIND_KINDS)[number];

/** Something that was found by a text. */
export interface FindHit {
  readonly kind: FindKind;
  readonly id: string;
  /** The account that it belongs to; null for a thing of all accounts, or of none that is known. */
  readonly accountId: string | null;
  /** As people know it. */
  readonly title: string;
  readonly status: string;
  /** The id or words that hold the text. */
  readonly matched: string;
}

/** The first of these that holds a text, in any case; the text itself where none does, such as the id of an attempt. */
export function matchedOf(text: string, candidates: readonly (string | null)[]): string {
  const searched = text.toLowerCase();
  return candidates.find((candidate) => candidate?.toLowerCase().includes(searched)) ?? text;
}

/** The best hits: those that are what was searched for, before those that hold it somewhere. */
export function bestOf(hits: readonly FindHit[], text: string, first: number): readonly FindHit[] {
  const searched = text.toLowerCase();
  const rank = ({ matched }: FindHit): number => (matched.toLowerCase() === searched ? 0 : 1);
  return [...hits].sort((one, other) => rank(one) - rank(other)).slice(0, first);
}
