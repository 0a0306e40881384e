import { Link, Outlet } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { Button } from '../design/button.js';
import { PausedContext } from '../live/paused.js';
import { useText } from '../text/use-text.js';
import { AccountMenu } from './account-menu.js';
import { useConnection } from './connection.js';
import css from './shell.module.css';

const PAGES = [
  { to: '/', id: 'overview.title' },
  { to: '/orders', id: 'orders.title' },
  { to: '/payouts', id: 'payouts.title' },
  { to: '/approvals', id: 'approvals.title' },
  { to: '/changes', id: 'changes.title' },
  { to: '/unconfirmed', id: 'unconfirmed.title' },
  { to: '/keys', id: 'keys.title' },
] as const;

/** The frame of every page of somebody who is signed in. */
export function Shell(): ReactElement {
  const text = useText();
  const [isPaused, setIsPaused] = useState(false);
  const connection = useConnection();
  const state = isPaused ? 'paused' : connection.state;
  return (
    <PausedContext value={isPaused}>
      <a href="#main" className={css.skip}>
        {text('shell.skip')}
      </a>
      <header className={css.head}>
        <Link to="/" className={css.brand}>
          Purser
        </Link>
        <nav className={css.nav} aria-label={text('shell.main')}>
          {PAGES.map(({ to, id }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
              {text(id)}
            </Link>
          ))}
        </nav>
        <span role="status" aria-label={text('shell.connection')} className={css.connection}>
          {text(`connection.${state}`)}
        </span>
        <Button
          tone="quiet"
          aria-pressed={isPaused}
          onClick={() => {
            setIsPaused(!isPaused);
          }}
        >
          {text('shell.pause')}
        </Button>
        <AccountMenu />
      </header>
      {state === 'reconnecting' ? (
        <p className={css.banner}>{text('shell.reconnecting', { time: connection.since.toLocaleTimeString('en') })}</p>
      ) : null}
      <main id="main" className={css.main} tabIndex={-1}>
        <Outlet />
      </main>
    </PausedContext>
  );
}
