/** Kinds of ledger entries, in the order in which money moves. */
export const LEDGER_KINDS = [
  'FUNDING',
  'FUNDING_REVERSAL',
  'INCOME',
  'INCOME_REVERSAL',
  'RESERVATION',
  'RELEASE',
  'PAYMENT',
  'RETURN',
  'RETAKING',
  'REOPENING',
] as const;

/** URL parameters of the ledger. */
export interface LedgerSearch {
  readonly kind?: (typeof LEDGER_KINDS)[number];
  readonly currency?: string;
  readonly account?: string;
}

/** Parses the URL parameters. Sets every key, because the router would keep the raw value of a missing key. */
export function parseLedgerSearch({ kind, currency, account }: Record<string, unknown>): LedgerSearch {
  return {
    kind: LEDGER_KINDS.find((known) => known === kind),
    currency: typeof currency === 'string' && /^[A-Z]{3,5}$/.test(currency) ? currency : undefined,
    account: typeof account === 'string' && account !== '' ? account : undefined,
  };
}
