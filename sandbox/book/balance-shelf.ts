import { toDecimal, toUnits, UNITS_PER_WHOLE } from '../money/amount-decimal.js';
import type { Payout } from '../payouts/payout.schema.js';
import type { RecordOf } from './book-record.schema.js';

/** Every balance starts at a thousand million. No test spends it unless it sets a smaller balance. */
const STARTING_UNITS = 1_000_000_000n * UNITS_PER_WHOLE;

interface Purse {
  readonly merchantId: string;
  readonly currency: string;
}

/** How much each merchant can still pay out in each currency. */
export class BalanceShelf {
  private readonly purses = new Map<string, Purse & { readonly units: bigint }>();

  available(purse: Purse): bigint {
    return this.purses.get(keyOf(purse))?.units ?? STARTING_UNITS;
  }

  /** Returns the balances used so far. */
  list(): readonly (Purse & { readonly amount: string })[] {
    return [...this.purses.values()].map(({ merchantId, currency, units }) => ({
      merchantId,
      currency,
      amount: toDecimal({ units, decimals: 4 }),
    }));
  }

  set({ merchantId, currency, amount }: RecordOf<'balance.set'>): void {
    this.put({ merchantId, currency, units: toUnits(amount) });
  }

  debited({ merchantId, currency, amount }: Payout): void {
    this.put({ merchantId, currency, units: this.available({ merchantId, currency }) - toUnits(amount) });
  }

  returned({ merchantId, currency, amount }: Payout): void {
    this.put({ merchantId, currency, units: this.available({ merchantId, currency }) + toUnits(amount) });
  }

  clear(): void {
    this.purses.clear();
  }

  private put(purse: Purse & { readonly units: bigint }): void {
    this.purses.set(keyOf(purse), purse);
  }
}

function keyOf({ merchantId, currency }: Purse): string {
  return `${merchantId} ${currency}`;
}
