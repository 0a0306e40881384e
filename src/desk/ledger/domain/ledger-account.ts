/**
 * Where money can be. Money from outside leaves FUNDING or INCOME, which stand below zero for it, so that all five
 * together are always zero.
 */
export type LedgerAccount =
  /** Outside: the merchant's money before an operator brought it. */
  | 'FUNDING'
  /** Outside: the payers' money. */
  | 'INCOME'
  /** At the provider, free for payouts. */
  | 'AVAILABLE'
  /** At the provider, kept for payouts that may have been paid. */
  | 'RESERVED'
  /** With the recipients. */
  | 'PAID_OUT';

/** Where the money of a payout can be. */
export type FundsState = Extract<LedgerAccount, 'AVAILABLE' | 'RESERVED' | 'PAID_OUT'>;

/** The object of an entry. */
export type LedgerSubject = 'FUNDING' | 'ORDER' | 'PAYOUT';

export type EntryKind =
  | 'FUNDING'
  | 'FUNDING_REVERSAL'
  | 'INCOME'
  | 'INCOME_REVERSAL'
  | 'RESERVATION'
  | 'RELEASE'
  | 'PAYMENT'
  | 'RETURN'
  | 'RETAKING'
  | 'REOPENING';

/** From where to where each kind of entry moves money; `chk_ledger_entries_kind` holds the same. */
export const MOVEMENTS: Readonly<Record<EntryKind, { readonly from: LedgerAccount; readonly to: LedgerAccount }>> = {
  FUNDING: { from: 'FUNDING', to: 'AVAILABLE' },
  FUNDING_REVERSAL: { from: 'AVAILABLE', to: 'FUNDING' },
  INCOME: { from: 'INCOME', to: 'AVAILABLE' },
  INCOME_REVERSAL: { from: 'AVAILABLE', to: 'INCOME' },
  RESERVATION: { from: 'AVAILABLE', to: 'RESERVED' },
  RELEASE: { from: 'RESERVED', to: 'AVAILABLE' },
  PAYMENT: { from: 'RESERVED', to: 'PAID_OUT' },
  RETURN: { from: 'PAID_OUT', to: 'AVAILABLE' },
  RETAKING: { from: 'AVAILABLE', to: 'PAID_OUT' },
  REOPENING: { from: 'PAID_OUT', to: 'RESERVED' },
};

const KINDS = Object.keys(MOVEMENTS) as EntryKind[];

/** The entry that brings a payout's money from where it is to where it should be; null when it is there. */
export function movementBetween(held: FundsState, wanted: FundsState): EntryKind | null {
  return KINDS.find((kind) => MOVEMENTS[kind].from === held && MOVEMENTS[kind].to === wanted) ?? null;
}
