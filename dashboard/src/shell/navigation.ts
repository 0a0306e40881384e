/** The pages by what they are about. One that no scope of the caller opens is left out. */
export const NAVIGATION = [
  {
    title: 'nav.payments',
    pages: [
      { to: '/', id: 'overview.title', scopes: ['payouts:read'] },
      { to: '/orders', id: 'orders.title', scopes: ['orders:read'] },
      { to: '/payouts', id: 'payouts.title', scopes: ['payouts:read'] },
    ],
  },
  {
    title: 'nav.waiting',
    pages: [
      {
        to: '/approvals',
        id: 'approvals.title',
        scopes: ['payouts:read', 'payouts:gate', 'policies:change', 'changes:confirm', 'keys:manage'],
      },
      { to: '/unconfirmed', id: 'unconfirmed.title', scopes: ['payouts:read'] },
    ],
  },
  {
    title: 'nav.provider',
    pages: [
      { to: '/discrepancies', id: 'discrepancies.title', scopes: ['reconciliation:read', 'discrepancies:close'] },
      { to: '/webhooks', id: 'webhooks.title', scopes: ['webhooks:read'] },
    ],
  },
  {
    title: 'nav.desk',
    pages: [
      { to: '/rules', id: 'rules.title', scopes: ['payouts:read', 'accounts:read'] },
      { to: '/keys', id: 'keys.title', scopes: ['keys:manage', 'keys:confirm', 'keys:rotate'] },
      { to: '/audit', id: 'audit.title', scopes: ['audit:read'] },
    ],
  },
] as const;
