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

/** The funds that open balances have left for payouts, and the payouts that took some. */
export class AvailableFunds<Payout extends BalanceKey & { readonly amount: DecimalString }> {
  readonly #balances: ReadonlyMap<string, OpenBalance<Payout>>;

  constructor(balances: readonly (BalanceKey & { readonly available: SignedDecimalString })[]) {
    this.#balances = new Map(balances.map((balance) => [nameOf(balance), { left: balance.available, takers: [] }]));
  }

  /** The payouts that took funds, grouped by balance, with the balances in the order given. */
  get takers(): readonly (readonly Payout[])[] {
    return [...this.#balances.values()].map(({ takers }) => takers).filter(({ length }) => length > 0);
  }

  /**
   * Takes the funds that a payout needs. If the balance does not cover the payout, takes nothing and returns false. A
   * payout whose balance is not open is always covered.
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
