import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { parseUuid } from '../../common/ids.js';
import type { UtcText } from '../../common/text/utc-text.js';

/** The kinds of objects that a search finds. Hits that are equally good are returned in this order. */
export const FIND_KINDS = ['PAYOUT', 'ORDER', 'DISCREPANCY', 'WEBHOOK_EVENT', 'API_KEY'] as const;

export type FindKind = (typeof FIND_KINDS)[number];

export interface FindHit {
  readonly kind: FindKind;
  readonly id: string;
  /** Null if the object belongs to all accounts or to none. */
  readonly accountId: string | null;
  readonly title: string;
  readonly status: string;
  /** Has as many decimals as the currency. Null for objects without an amount, and so are currency and creation time. */
  readonly amount: DecimalString | null;
  readonly currency: CurrencyCode | null;
  readonly createdAt: UtcText | Date | null;
  /** The id that begins or ends with the search text, the words that contain it, or the mask of a person's own. */
  readonly matched: string;
}

/**
 * Returns the first id that begins or ends with the search text, or else the words if they contain it, ignoring case.
 * If neither does, returns the search text itself, because it matched an id that is not shown, such as that of an
 * attempt.
 */
export function matchedOf(text: string, ids: readonly (string | null)[], words: string | null = null): string {
  const searched = text.toLowerCase();
  const isId = (id: string | null): boolean => {
    const lower = id?.toLowerCase();
    return lower !== undefined && (lower.startsWith(searched) || lower.endsWith(searched));
  };
  return ids.find(isId) ?? (words?.toLowerCase().includes(searched) ? words : text);
}

/** Returns the best hits: exact matches first, then other ids and words, and last the UUIDs that contain the text. */
export function bestOf(hits: readonly FindHit[], text: string, first: number): readonly FindHit[] {
  const searched = text.toLowerCase();
  const rank = ({ matched }: FindHit): number => {
    if (matched.toLowerCase() === searched) return 0;
    return parseUuid(matched) === null ? 1 : 2;
  };
  return [...hits].sort((one, other) => rank(one) - rank(other)).slice(0, first);
}
