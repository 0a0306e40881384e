import type { Scope } from './scopes.js';

const SEE_CHANGE_REQUESTS: readonly Scope[] = [
  'payouts:read',
  'payouts:create',
  'payouts:approve',
  'payouts:resolve',
  'payouts:refresh',
  'payouts:gate',
  'payouts:unmask',
  'policies:change',
  'changes:confirm',
  'keys:manage',
  'orders:refresh',
];
const SEE_DISCREPANCIES: readonly Scope[] = ['reconciliation:read', 'discrepancies:close'];
const SEE_AUDIT: readonly Scope[] = ['audit:read'];

/** Object types that belong to a merchant account and contain its id. */
const SEE_OF_ACCOUNTS: Readonly<Record<string, readonly Scope[]>> = {
  ...each(
    ['Order', 'OrderChange', 'MaskedCustomer', 'OrderStatusChange', 'H2hSession', 'H2hStatusChange'],
    ['orders:read', 'orders:create', 'orders:refresh'],
  ),
  ...each(
    [
      'Payout',
      'PayoutAction',
      'PayoutActionRefusal',
      'PayoutAttempt',
      'PayoutChange',
      'PayoutEvidence',
      'PayoutRecipient',
      'PayoutStatusChange',
      'PayoutWait',
      'PayoutWarning',
      'PayoutApproval',
      'PayoutLimitBlock',
      'PossibleDuplicate',
      'PayoutContentChange',
      'ContentFact',
    ],
    ['payouts:read', 'payouts:create', 'payouts:approve', 'payouts:resolve', 'payouts:refresh'],
  ),
  ...each(['PayoutLimit', 'PayoutPolicy'], ['payouts:read', 'policies:change']),
  ...each(['WebhookEvent'], ['webhooks:read', 'webhooks:replay']),
  ...each(['WebhookHealth'], ['webhooks:read']),
  ...each(['Balance', 'BalanceComparison', 'LedgerEntry'], ['ledger:read', 'ledger:fund']),
  ...each(['ReconciliationRun', 'StatementImport'], ['reconciliation:read', 'reconciliation:run']),
  ...each(['Discrepancy'], SEE_DISCREPANCIES),
  ...each(['ApiKey'], ['keys:manage', 'keys:confirm', 'keys:rotate']),
};
const SEE_TERMINALS: readonly Scope[] = ['accounts:read', 'accounts:update'];

/**
 * The scopes that may read each object type, whichever way the object was reached; any of them is enough. A type that
 * is not listed is closed to everyone, and fails a test. Pages and edges have the scopes of the type they list;
 * payloads and errors those of their mutation. A caller who changes an object sees it in the response, so the scopes of
 * its mutations are listed together with the one for reading.
 */
export const TYPE_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  ...SEE_OF_ACCOUNTS,
  // Callers with any of these scopes can read objects of an account, and with them the account itself.
  ...each(['Account'], [...new Set([...SEE_TERMINALS, ...Object.values(SEE_OF_ACCOUNTS).flat()])]),
  ...each(['TerminalMethod', 'TerminalProfile'], SEE_TERMINALS),
  ...each(['Person'], ['keys:manage', 'keys:confirm']),
  ...each(['SetupStep'], ['policies:change', 'audit:read']),
  ...each(['ProviderPayoutView'], ['payouts:resolve']),
  ...each(['ApprovePayoutResult', 'DeclinePayoutResult'], ['payouts:approve']),
  ...each(['RepeatPayoutResult', 'WithdrawPayoutResult', 'PayoutPreview', 'ForeseenPayout'], ['payouts:create']),
  ...each(['RevealedPayoutRecipient'], ['payouts:unmask']),
  ...each(['OrderFacets'], ['orders:read']),
  ...each(['PayoutFacets'], ['payouts:read']),
  ...each(['OrderPoint'], ['orders:read']),
  ...each(['PayoutPoint'], ['payouts:read']),
  ...each(['WebhookPoint'], ['webhooks:read']),
  ...each(['BalancePoint', 'PastBalanceComparison'], ['ledger:read']),
  // The query itself decides by the kind of each request whether the caller may see it.
  ...each(['ChangeRequest'], SEE_CHANGE_REQUESTS),
  ...each(['PayoutGate'], ['payouts:read', 'payouts:gate']),
  ...each(
    ['PayoutCurrency', 'PayoutDestination', 'PayoutDestinationField', 'PayoutPaymentType', 'PayoutService'],
    ['payouts:read', 'payouts:create'],
  ),
  ...each(['Bank'], ['payouts:create']),
  ...each(['AuditEntry', 'AuditSeal'], SEE_AUDIT),
  // These occur only within other types, each of which has its own access rule.
  ...each(
    ['Fact'],
    [
      ...new Set<Scope>([
        ...SEE_CHANGE_REQUESTS,
        ...SEE_DISCREPANCIES,
        ...SEE_AUDIT,
        'orders:read',
        'payouts:read',
        'payouts:create',
      ]),
    ],
  ),
};

function each(types: readonly string[], scopes: readonly Scope[]): Record<string, readonly Scope[]> {
  return Object.fromEntries(types.map((type) => [type, scopes]));
}
