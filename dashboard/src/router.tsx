import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { hasIdentityProvider, isSignedIn } from './api/session.js';
import { parseAuditSearch } from './pages/audit/audit-search.js';
import { parseLedgerSearch } from './pages/balances/ledger-search.js';
import { parseApprovalsSearch } from './pages/approvals/approvals-search.js';
import { parseDiscrepancySearch } from './pages/discrepancies/discrepancy-filter.js';
import { parseUnconfirmedSearch } from './pages/unconfirmed/unconfirmed-filter.js';
import { parseWebhookSearch } from './pages/webhooks/webhook-filter.js';
import { parseOverviewSearch } from './pages/overview/overview-search.js';
import { parseOrderSearch } from './pages/orders/order-filter.js';
import { parsePayoutSearch } from './pages/payouts/payout-filter.js';
import { SIGN_IN_PROBLEMS, type SignInSearch } from './pages/sign-in/sign-in-search.js';
import { SignInPage } from './pages/sign-in/sign-in-page.js';
import { NotFound } from './shell/not-found.js';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Only paths within the dashboard: a link from outside must not redirect elsewhere.
  validateSearch: ({ to, problem }): SignInSearch => ({
    to: typeof to === 'string' && /^\/(?!\/)/.test(to) ? to : undefined,
    problem: SIGN_IN_PROBLEMS.find((known) => known === problem),
  }),
  loader: hasIdentityProvider,
  component: SignInPage,
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    if (await isSignedIn()) return;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router takes a redirect that is thrown.
    throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
  component: lazyRouteComponent(() => import('./shell/shell.js'), 'Shell'),
});

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: parseOverviewSearch,
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.js'), 'OverviewPage'),
});
const approvals = createRoute({
  getParentRoute: () => signedIn,
  path: '/approvals',
  validateSearch: parseApprovalsSearch,
  component: lazyRouteComponent(() => import('./pages/approvals/approvals-page.js'), 'ApprovalsPage'),
});
interface PayoutPageSearch {
  /** Whether the page shows the panel to find out what happened. */
  readonly resolve?: true;
}

const payout = createRoute({
  getParentRoute: () => signedIn,
  path: '/payouts/$id',
  validateSearch: ({ resolve }): PayoutPageSearch => ({ resolve: resolve === true ? true : undefined }),
  component: lazyRouteComponent(() => import('./pages/payout/payout-page.js'), 'PayoutPage'),
});
const changes = createRoute({
  getParentRoute: () => signedIn,
  path: '/approvals/changes',
  component: lazyRouteComponent(() => import('./pages/changes/changes-page.js'), 'ChangesPage'),
});
const keyChanges = createRoute({
  getParentRoute: () => signedIn,
  path: '/approvals/keys',
  component: lazyRouteComponent(() => import('./pages/changes/changes-page.js'), 'KeyChangesPage'),
});
const unconfirmed = createRoute({
  getParentRoute: () => signedIn,
  path: '/unconfirmed',
  validateSearch: parseUnconfirmedSearch,
  component: lazyRouteComponent(() => import('./pages/unconfirmed/unconfirmed-page.js'), 'UnconfirmedPage'),
});
const resolution = createRoute({
  getParentRoute: () => signedIn,
  path: '/unconfirmed/$id',
  beforeLoad: ({ params }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router takes a redirect that is thrown.
    throw redirect({ to: '/payouts/$id', params, search: { resolve: true }, replace: true });
  },
});
const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.js'), 'KeysPage'),
});
const key = createRoute({
  getParentRoute: () => signedIn,
  path: '/keys/$id',
  component: lazyRouteComponent(() => import('./pages/keys/key-page.js'), 'KeyPage'),
});
const person = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/$id',
  component: lazyRouteComponent(() => import('./pages/keys/person-page.js'), 'PersonPage'),
});
const rules = createRoute({
  getParentRoute: () => signedIn,
  path: '/rules',
  component: lazyRouteComponent(() => import('./pages/rules/rules-page.js'), 'RulesPage'),
});
const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.js'), 'AuditPage'),
});
const auditEntry = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit/$id',
  component: lazyRouteComponent(() => import('./pages/audit/audit-entry-page.js'), 'AuditEntryPage'),
});
const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: parseOrderSearch,
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.js'), 'OrdersPage'),
});
const order = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('./pages/order/order-page.js'), 'OrderPage'),
});
const orderReceipt = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/$id/receipt',
  component: lazyRouteComponent(() => import('./pages/receipt/order-receipt-page.js'), 'OrderReceiptPage'),
});
const payoutReceipt = createRoute({
  getParentRoute: () => signedIn,
  path: '/payouts/$id/receipt',
  component: lazyRouteComponent(() => import('./pages/receipt/payout-receipt-page.js'), 'PayoutReceiptPage'),
});
const payouts = createRoute({
  getParentRoute: () => signedIn,
  path: '/payouts',
  validateSearch: parsePayoutSearch,
  component: lazyRouteComponent(() => import('./pages/payouts/payouts-page.js'), 'PayoutsPage'),
});

const newOrder = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/new',
  component: lazyRouteComponent(() => import('./pages/new-order/new-order-page.js'), 'NewOrderPage'),
});
const newPayout = createRoute({
  getParentRoute: () => signedIn,
  path: '/payouts/new',
  component: lazyRouteComponent(() => import('./pages/new-payout/new-payout-page.js'), 'NewPayoutPage'),
});
const discrepancies = createRoute({
  getParentRoute: () => signedIn,
  path: '/discrepancies',
  validateSearch: parseDiscrepancySearch,
  component: lazyRouteComponent(() => import('./pages/discrepancies/discrepancies-page.js'), 'DiscrepanciesPage'),
});
const discrepancy = createRoute({
  getParentRoute: () => signedIn,
  path: '/discrepancies/$id',
  component: lazyRouteComponent(() => import('./pages/discrepancies/discrepancy-page.js'), 'DiscrepancyPage'),
});
const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  validateSearch: parseWebhookSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.js'), 'WebhooksPage'),
});
const webhookHealth = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/health',
  component: lazyRouteComponent(() => import('./pages/webhooks/health-page.js'), 'HealthPage'),
});
const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/$id',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.js'), 'WebhookPage'),
});
const balances = createRoute({
  getParentRoute: () => signedIn,
  path: '/balances',
  validateSearch: parseLedgerSearch,
  component: lazyRouteComponent(() => import('./pages/balances/balances-page.js'), 'BalancesPage'),
});
const reconciliation = createRoute({
  getParentRoute: () => signedIn,
  path: '/reconciliation',
  component: lazyRouteComponent(() => import('./pages/reconciliation/reconciliation-page.js'), 'ReconciliationPage'),
});
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.js'), 'SettingsPage'),
});

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: root.addChildren([
    signIn,
    signedIn.addChildren([
      overview,
      orders,
      order,
      orderReceipt,
      payoutReceipt,
      payouts,
      payout,
      approvals,
      changes,
      keyChanges,
      unconfirmed,
      resolution,
      newOrder,
      newPayout,
      discrepancies,
      discrepancy,
      webhooks,
      webhookHealth,
      webhook,
      rules,
      keys,
      key,
      person,
      audit,
      auditEntry,
      balances,
      reconciliation,
      settings,
    ]),
  ]),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
