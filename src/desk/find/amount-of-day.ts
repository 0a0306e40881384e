import { parseCurrencyCode } from '../../common/currency.js';
import { parseDecimal } from '../../common/decimal.js';
import type { AmountsFilter } from '../../platform/graphql/connection/amounts-filter.input.js';

// As people read it from a statement: `12.50 2026-11-26`, `12.50 EUR 2026-11-26`.
const AMOUNT_OF_DAY = /^(\S+)(?:\s+([A-Za-z]{3}))?\s+(\d{4}-\d{2}-\d{2})$/;

const DAY_MS = 86_400_000;

/** The criteria for an amount that a text names with its UTC day; null for any other text. */
export function parseAmountOfDay(text: string): Readonly<AmountsFilter> | null {
  const [, typed = '', code = null, day = ''] = AMOUNT_OF_DAY.exec(text.trim()) ?? [];
  const amount = parseDecimal(typed);
  const currency = code === null ? null : parseCurrencyCode(code.toUpperCase());
  const from = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(from.getTime()) && from.toISOString().startsWith(day);
  if (amount === null || !isDay || (code !== null && currency === null)) return null;
  return {
    amountFrom: amount,
    amountTo: amount,
    currency,
    createdFrom: from,
    createdTo: new Date(from.getTime() + DAY_MS),
  };
}
