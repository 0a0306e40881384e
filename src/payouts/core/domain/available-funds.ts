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

/** The funds of open balances for payouts, and how much of them is taken. */
export class AvailableFunds<Payout extends Book & { readonly amount: DecimalString }> {
  readonly #books: ReadonlyMap<string, OpenBook<Payout>>;

  constructor(books: readonly (Book & { readonly available: SignedDecimalString })[]) {
    this.#books = new Map(books.map((book) => [nameOf(book), { left: book.available, takers: [] }]));
  }

  /** The payouts that took funds, by balance, in the balances' order. */
  get takers(): readonly (readonly Payout[])[] {
    return [...this.#books.values()].map(({ takers }) => takers).filter(({ length }) => length > 0);
  }

  /**
   * Takes what a payout needs. Returns false, taking nothing, if it is not covered. Without an open balance every
   * payout is covered.
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
