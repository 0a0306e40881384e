/** Which accounts' data an operation reads or changes, so that keys bound to accounts can be restricted. */
export type AccountReach =
  /** No account's data: only the service itself, or the caller's own key. */
  | { readonly kind: 'none' }
  /** Plain lists, from which items of other accounts are removed. */
  | { readonly kind: 'filtered' }
  /** One account: the one named at the path, or else the configured one. */
  | { readonly kind: 'account'; readonly path: readonly string[] }
  /** The account of each item of a list: the one named at the path, or else the configured one. */
  | { readonly kind: 'accounts'; readonly path: readonly string[] }
  /** A page of objects that belong to one account. */
  | { readonly kind: 'page'; readonly path: readonly string[] }
  /** Objects that belong to accounts. The path leads to one id, or through a list with one id per item. */
  | { readonly kind: 'object'; readonly of: OwnedObject; readonly path: readonly string[] }
  /** Changes to some objects, or to all objects of the caller's accounts. */
  | { readonly kind: 'changes'; readonly of: OwnedObject; readonly path: readonly string[] };

export type OwnedObject =
  | 'orders'
  | 'payouts'
  | 'discrepancies'
  | 'ledger_entries'
  | 'reconciliation_runs'
  | 'statement_imports'
  | 'webhook_events'
  | 'change_requests';

const NONE = { kind: 'none' } as const;
const FILTERED = { kind: 'filtered' } as const;
const FIRST_OR_NAMED = { kind: 'account', path: ['input', 'accountId'] } as const;
const FILTERED_PAGE = { kind: 'page', path: ['filter', 'accountId'] } as const;
const INPUT_PAGE = { kind: 'page', path: ['input', 'accountId'] } as const;
const PAGE = { kind: 'page', path: ['accountId'] } as const;
const OWN_ORDER = { kind: 'object', of: 'orders', path: ['input', 'orderId'] } as const;
const OWN_CHANGE_REQUEST = { kind: 'object', of: 'change_requests', path: ['input', 'id'] } as const;
const OWN_PAYOUTS = { kind: 'object', of: 'payouts', path: ['input', 'payoutIds'] } as const;
const OWN_PAYOUT = { kind: 'object', of: 'payouts', path: ['input', 'payoutId'] } as const;

/**
 * The accounts that each operation can reach. An operation that is not listed covers all accounts, so keys bound to some may not run
 * it: these are keys, the audit log, the gate, rules and the list of change requests.
 */
export const ACCOUNT_REACH: Readonly<Record<string, AccountReach>> = {
  viewer: NONE,
  ownSessions: NONE,
  desk: NONE,
  // Hints about other accounts' objects are left out.
  deskChanged: NONE,
  actors: NONE,
  currentApiKey: NONE,
  rotateApiKey: NONE,
  raiseRecipientReadings: NONE,
  redeemApiKey: NONE,
  payoutDestinations: NONE,
  statementColumns: NONE,
  payoutGate: NONE,

  accounts: FILTERED,
  payoutPolicies: FILTERED,
  payoutLimits: FILTERED,

  createOrder: FIRST_OR_NAMED,
  createPayout: FIRST_OR_NAMED,
  previewPayouts: { kind: 'accounts', path: ['input', 'payouts', 'accountId'] },
  fundBalance: FIRST_OR_NAMED,
  compareBalance: FIRST_OR_NAMED,
  runReconciliation: FIRST_OR_NAMED,
  importStatement: FIRST_OR_NAMED,
  updateTerminalProfile: FIRST_OR_NAMED,
  payoutBanks: { kind: 'account', path: ['accountId'] },
  payoutServices: { kind: 'account', path: ['accountId'] },

  orders: FILTERED_PAGE,
  orderFacets: FILTERED_PAGE,
  payouts: FILTERED_PAGE,
  payoutFacets: FILTERED_PAGE,
  ledgerEntries: FILTERED_PAGE,
  discrepancies: FILTERED_PAGE,
  webhookEvents: FILTERED_PAGE,
  balances: PAGE,
  balanceComparisons: PAGE,
  find: PAGE,
  orderSeries: INPUT_PAGE,
  payoutSeries: INPUT_PAGE,
  webhookSeries: INPUT_PAGE,
  balanceSeries: INPUT_PAGE,
  reconciliationRuns: PAGE,
  statementImports: PAGE,

  discrepancy: { kind: 'object', of: 'discrepancies', path: ['id'] },
  ledgerEntry: { kind: 'object', of: 'ledger_entries', path: ['id'] },
  reconciliationRun: { kind: 'object', of: 'reconciliation_runs', path: ['id'] },
  statementImport: { kind: 'object', of: 'statement_imports', path: ['id'] },
  webhookEvent: { kind: 'object', of: 'webhook_events', path: ['id'] },
  order: { kind: 'object', of: 'orders', path: ['id'] },
  refreshOrder: OWN_ORDER,
  closeUnconfirmedOrder: OWN_ORDER,
  retryOrder: OWN_ORDER,
  submitH2hCard: OWN_ORDER,
  submitH2hCode: OWN_ORDER,
  payout: { kind: 'object', of: 'payouts', path: ['id'] },
  refreshPayout: OWN_PAYOUT,
  changePayout: OWN_PAYOUT,
  withdrawPayout: OWN_PAYOUT,
  repeatPayout: OWN_PAYOUT,
  approvePayout: OWN_PAYOUT,
  declinePayout: OWN_PAYOUT,
  approvePayouts: { kind: 'object', of: 'payouts', path: ['input', 'items', 'payoutId'] },
  declinePayouts: OWN_PAYOUTS,
  withdrawPayouts: OWN_PAYOUTS,
  repeatPayouts: { kind: 'object', of: 'payouts', path: ['input', 'items', 'payoutId'] },
  revealPayoutRecipient: OWN_PAYOUT,
  bindUnconfirmedPayout: OWN_PAYOUT,
  closeUnconfirmedPayout: OWN_PAYOUT,
  settlePayout: OWN_PAYOUT,
  probeProviderPayout: OWN_PAYOUT,
  // Only requests about a single payout have an account; requests that affect more than one account have none.
  confirmChangeRequest: OWN_CHANGE_REQUEST,
  declineChangeRequest: OWN_CHANGE_REQUEST,
  closeLostPayment: { kind: 'object', of: 'discrepancies', path: ['input', 'discrepancyId'] },
  closeDiscrepancy: { kind: 'object', of: 'discrepancies', path: ['input', 'discrepancyId'] },
  replayWebhookEvent: { kind: 'object', of: 'webhook_events', path: ['input', 'eventId'] },

  orderChanged: { kind: 'changes', of: 'orders', path: ['ids'] },
  payoutChanged: { kind: 'changes', of: 'payouts', path: ['ids'] },
  orderStatusChanged: { kind: 'changes', of: 'orders', path: ['orderId'] },
  // A verification's id is that of its order.
  h2hStatusChanged: { kind: 'changes', of: 'orders', path: ['orderId'] },
  payoutStatusChanged: { kind: 'changes', of: 'payouts', path: ['payoutId'] },
};
