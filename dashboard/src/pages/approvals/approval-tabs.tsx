import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useText } from '../../text/use-text.js';
import css from './approval-tabs.module.css';

const TABS = [
  { to: '/approvals', id: 'payouts.title' },
  { to: '/approvals/changes', id: 'changes.title' },
  { to: '/approvals/keys', id: 'keys.title' },
] as const;

/** The ways to all that waits for a second person. Each has its own address, so they are links. */
export function ApprovalTabs(): ReactElement {
  const text = useText();
  return (
    <nav className={css.tabs} aria-label={text('approvals.tabs')}>
      {TABS.map(({ to, id }) => (
        <Link key={to} to={to} className={css.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {text(id)}
        </Link>
      ))}
    </nav>
  );
}
