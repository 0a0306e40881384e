import type { DecimalString } from '../../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../../common/signed-decimal.js';

interface Book {
  readonly accountId: string;
  readonly currency: string;
}

interface OpenBook<Payout> {
  left: SignedDecimalString;
  readonly takers: Payout[];
}

/** The funds of open books for payouts, and the part taken so far. */
export class AvailableFunds<Payout extends Book & { readonly amount: DecimalString }> {
  readonly #books: ReadonlyMap<string, OpenBook<Payout>>;

  constructor(books: readonly (Book & { readonly available: SignedDecimalString })[]) {
    this.#books = new Map(books.map((book) => [nameOf(book), { left: book.available, takers: [] }]));
  }

  /** Those that took something, by book, in the order of the books. */
  get takers(): readonly (readonly Payout[])[] {
    return [...this.#books.values()].map(({ takers }) => takers).filter(({ length }) => length > 0);
  }

  /**
   * Takes what a payout needs; false, and nothing is taken, when it is not there. Without an open book it always is.
   */
  take(payout: Payout): boolean {
    const book = this.#books.get(nameOf(payout));
    if (!book) return true;
    const left = leftOf(book, payout);
    if (left.startsWith('-')) return false;
    book.left = left;
    book.takers.push(payout);
    return true;
  }

  /** Whether `take` would take it. */
  covers(payout: Payout): boolean {
    const book = this.#books.get(nameOf(payout));
    return !book || !leftOf(book, payout).startsWith('-');
  }
}

function leftOf({ left }: OpenBook<unknown>, payout: { readonly amount: DecimalString }): SignedDecimalString {
  return subtractDecimals(left, payout.amount as string as SignedDecimalString);
}

function nameOf({ accountId, currency }: Book): string {
  return `${accountId} ${currency}`;
}
