import { Link, Outlet } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { useQuery } from 'urql';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { DeskFeedContext, useDeskFeed } from '../live/desk-feed.js';
import { PayoutGateProvider } from '../live/payout-gate.js';
import { PausedContext } from '../live/paused.js';
import { WaitingCountProvider } from '../live/waiting-changes.js';
import { useText } from '../text/use-text.js';
import { useConnection } from './connection.js';
import { GateStrip } from './gate-strip.js';
import { ShellTools } from './shell-tools.js';
import css from './shell.module.css';
import { Sidebar } from './sidebar.js';
import { useAway } from './use-away.js';
import { DeskContext, VIEWER, ViewerContext } from '../api/viewer.js';

/** The frame of every signed-in page. It remounts with its content if changes cannot be resumed. */
export function Shell(): ReactElement {
  const { readAgainAt } = useConnection();
  return <Frame key={readAgainAt?.getTime()} />;
}

function Frame(): ReactElement {
  const text = useText();
  const navigation = useId();
  const [isPaused, setIsPaused] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [{ data }] = useQuery({ query: VIEWER });
  const connection = useConnection();
  const isStill = useAway() || isPaused;
  const feed = useDeskFeed(data?.desk.liveCursor ?? null, isStill);
  const state = isPaused ? 'paused' : connection.state;
  return (
    <PausedContext value={isStill}>
      <ViewerContext value={data?.viewer ?? null}>
        <DeskContext value={data?.desk ?? null}>
          <DeskFeedContext value={feed}>
            <a href="#main" className={css.skip}>
              {text('shell.skip')}
            </a>
            <header className={css.head}>
              <Button
                tone="quiet"
                className={`${css.tool} ${css.toggle}`}
                aria-label={text('shell.menu')}
                aria-expanded={isMenuOpen}
                aria-controls={navigation}
                onClick={() => {
                  setIsMenuOpen(!isMenuOpen);
                }}
              >
                <Icon name="menu" />
              </Button>
              <Link to="/" className={css.brand}>
                {data?.desk.merchantName ?? 'Purser'}
              </Link>
              {data?.desk.environment === 'SANDBOX' ? (
                <span className={css.sandbox} title={text('desk.sandboxHint')}>
                  {text('desk.SANDBOX')}
                </span>
              ) : null}
              <span role="status" aria-label={text('shell.connection')} className={css.connection}>
                {text(`connection.${state}`)}
              </span>
              <Button
                tone="quiet"
                className={css.tool}
                aria-label={text('shell.pause')}
                aria-pressed={isPaused}
                onClick={() => {
                  setIsPaused(!isPaused);
                }}
              >
                <Icon name={isPaused ? 'play' : 'pause'} />
              </Button>
              <ShellTools />
            </header>
            {state === 'reconnecting' ? (
              <p className={css.banner}>
                {text('shell.reconnecting', { time: connection.since.toLocaleTimeString('en') })}
              </p>
            ) : null}
            {connection.readAgainAt ? (
              <p role="status" className={css.banner}>
                {text('shell.readAgain', { time: connection.readAgainAt.toLocaleTimeString('en') })}
              </p>
            ) : null}
            <PayoutGateProvider>
              <WaitingCountProvider>
                <GateStrip />
                <div className={css.body}>
                  <Sidebar
                    id={navigation}
                    isOpen={isMenuOpen}
                    onLeave={() => {
                      setIsMenuOpen(false);
                    }}
                  />
                  <main id="main" className={css.main} tabIndex={-1}>
                    <Outlet />
                  </main>
                </div>
              </WaitingCountProvider>
            </PayoutGateProvider>
          </DeskFeedContext>
        </DeskContext>
      </ViewerContext>
    </PausedContext>
  );
}
