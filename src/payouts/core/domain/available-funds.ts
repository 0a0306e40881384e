import type { DecimalString } from '../../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../../common/signed-decimal.js';

interface BalanceKey {
  readonly accountId: string;
  readonly currency: string;
}

interface OpenBalance<Payout> {
  left: SignedDecimalString;
  readonly takers: Payout[];
}

/** The funds of open balances for payouts, and how much of them is taken. */
export class AvailableFunds<Payout extends BalanceKey & { readonly amount: DecimalString }> {
  readonly #balances: ReadonlyMap<string, OpenBalance<Payout>>;

  constructor(balances: readonly (BalanceKey & { readonly available: SignedDecimalString })[]) {
    this.#balances = new Map(balances.map((balance) => [nameOf(balance), { left: balance.available, takers: [] }]));
  }

  /** The payouts that took funds, by balance, in the balances' order. */
  get takers(): readonly (readonly Payout[])[] {
    return [...this.#balances.values()].map(({ takers }) => takers).filter(({ length }) => length > 0);
  }

  /**
   * Takes what a payout needs. Returns false, taking nothing, if it is not covered. Without an open balance every
   * payout is covered.
   */
  take(payout: Payout): boolean {
    const balance = this.#balances.get(nameOf(payout));
    if (!balance) return true;
    const left = leftOf(balance, payout);
    if (left.startsWith('-')) return false;
    balance.left = left;
    balance.takers.push(payout);
    return true;
  }

  covers(payout: Payout): boolean {
    const balance = this.#balances.get(nameOf(payout));
    return !balance || !leftOf(balance, payout).startsWith('-');
  }
}

function leftOf({ left }: OpenBalance<unknown>, payout: { readonly amount: DecimalString }): SignedDecimalString {
  return subtractDecimals(left, payout.amount as string as SignedDecimalString);
}

function nameOf({ accountId, currency }: BalanceKey): string {
  return `${accountId} ${currency}`;
}
