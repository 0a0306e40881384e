/** The kinds of ledger entries, in the order in which money comes and goes. */
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

/** The filter of the ledger as its address holds it. */
export interface LedgerSearch {
  readonly kind?: (typeof LEDGER_KINDS)[number];
  readonly currency?: string;
  readonly account?: string;
}

/** Takes of an address what the ledger understands. The rest is named, or the router would leave it as it came. */
export function parseLedgerSearch({ kind, currency, account }: Record<string, unknown>): LedgerSearch {
  return {
    kind: LEDGER_KINDS.find((known) => known === kind),
    currency: typeof currency === 'string' && /^[A-Z]{3,5}$/.test(currency) ? currency : undefined,
    account: typeof account === 'string' && account !== '' ? account : undefined,
  };
}
