import type { LinkProps } from '@tanstack/react-router';
import { useContext } from 'react';
import { ViewerContext } from '../api/viewer.js';
import type { TextId } from '../text/use-text.js';

interface NavigationPage {
  readonly to: LinkProps['to'] & string;
  readonly id: TextId;
  /** Pressed after `g`, it opens the page. */
  readonly key: string;
  /** Any one of them grants access to the page. */
  readonly scopes: readonly string[];
}

interface NavigationGroup {
  readonly title: TextId;
  readonly pages: readonly NavigationPage[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: 'nav.payments',
    pages: [
      { to: '/', key: 'h', id: 'overview.title', scopes: ['payouts:read'] },
      { to: '/orders', key: 'o', id: 'orders.title', scopes: ['orders:read'] },
      { to: '/payouts', key: 'p', id: 'payouts.title', scopes: ['payouts:read'] },
    ],
  },
  {
    title: 'nav.waiting',
    pages: [
      {
        to: '/approvals',
        key: 'a',
        id: 'approvals.title',
        scopes: ['payouts:read', 'payouts:gate', 'policies:change', 'changes:confirm', 'keys:manage'],
      },
      { to: '/unconfirmed', key: 'u', id: 'unconfirmed.title', scopes: ['payouts:read'] },
    ],
  },
  {
    title: 'nav.provider',
    pages: [
      { to: '/balances', key: 'b', id: 'balances.title', scopes: ['ledger:read', 'ledger:fund'] },
      {
        to: '/discrepancies',
        key: 'd',
        id: 'discrepancies.title',
        scopes: ['reconciliation:read', 'discrepancies:close'],
      },
      { to: '/reconciliation', key: 'n', id: 'reconciliation.title', scopes: ['reconciliation:read'] },
      { to: '/webhooks', key: 'w', id: 'webhooks.title', scopes: ['webhooks:read'] },
    ],
  },
  {
    title: 'nav.desk',
    pages: [
      { to: '/rules', key: 'r', id: 'rules.title', scopes: ['payouts:read', 'accounts:read'] },
      { to: '/keys', key: 'y', id: 'keys.title', scopes: ['keys:manage', 'keys:confirm', 'keys:rotate'] },
      { to: '/audit', key: 't', id: 'audit.title', scopes: ['audit:read'] },
    ],
  },
];

/** Returns the pages that the user may see, in groups. */
export function useNavigation(): readonly NavigationGroup[] {
  const viewer = useContext(ViewerContext);
  const groups = NAVIGATION.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ scopes }) => scopes.some((scope) => viewer?.scopes.includes(scope))),
  }));
  return groups.filter(({ pages }) => pages.length > 0);
}
