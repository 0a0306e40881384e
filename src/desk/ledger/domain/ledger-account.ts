/**
 * Where money can be. Money from outside comes from FUNDING or INCOME, which become negative, so that the five accounts
 * always add up to zero.
 */
export type LedgerAccount =
  /** Outside: the merchant's money before an operator transfers it to the provider. */
  | 'FUNDING'
  /** Outside Purser: money that payers paid in. */
  | 'INCOME'
  /** At the provider, available for payouts. */
  | 'AVAILABLE'
  /** At the provider, reserved for payouts that may have been paid. */
  | 'RESERVED'
  | 'PAID_OUT';

export type FundsState = Extract<LedgerAccount, 'AVAILABLE' | 'RESERVED' | 'PAID_OUT'>;

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

/** The two accounts of each kind of entry. `chk_ledger_entries_kind` enforces the same. */
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

/** Returns the entry that moves a payout's funds from one state to another; null if the states are equal. */
export function movementBetween(held: FundsState, wanted: FundsState): EntryKind | null {
  return KINDS.find((kind) => MOVEMENTS[kind].from === held && MOVEMENTS[kind].to === wanted) ?? null;
}
