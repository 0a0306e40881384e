import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { usePayoutMoves } from '../payouts/use-payout-moves.js';
import css from './approval-tabs.module.css';
import { WAITING } from './approvals-documents.js';

const TABS = [
  { to: '/approvals', id: 'payouts.title', counts: 'payouts' },
  { to: '/approvals/changes', id: 'changes.title', counts: 'changes' },
  { to: '/approvals/keys', id: 'keys.title', counts: 'keys' },
] as const;

/** Links to everything that awaits a second person. Each tab has its own URL, so these are links. */
export function ApprovalTabs(): ReactElement {
  const text = useText();
  const [{ data }, execute] = useQuery({ query: WAITING });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['CHANGE_REQUEST'], readAgain);
  usePayoutMoves(data?.payouts.pageInfo.liveCursor ?? null, readAgain);
  const keys = data?.changeRequests.filter(({ kind }) => kind === 'API_KEY').length ?? 0;
  const waiting = data && {
    payouts: { count: data.payouts.totalCount, isCapped: data.payouts.isTotalCountCapped },
    changes: { count: data.changeRequests.length - keys, isCapped: false },
    keys: { count: keys, isCapped: false },
  };
  return (
    <nav className={css.tabs} aria-label={text('approvals.tabs')}>
      {TABS.map(({ to, id, counts }) => (
        <Link key={to} to={to} className={css.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {text(id)}{' '}
          {waiting && waiting[counts].count > 0 ? (
            <span className={css.count}>
              {text(waiting[counts].isCapped ? 'filter.countOver' : 'filter.count', { count: waiting[counts].count })}
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}
