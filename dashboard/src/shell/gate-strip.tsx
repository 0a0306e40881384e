import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { usePayoutsPausedSince } from '../live/payout-gate.js';
import { Time } from '../text/time.js';
import { useText } from '../text/use-text.js';
import css from './shell.module.css';

/** A banner on every page while the gate is shut. */
export function GateStrip(): ReactElement | null {
  const text = useText();
  const since = usePayoutsPausedSince();
  if (since === null) return null;
  return (
    <p role="status" className={`${css.banner} ${css.alarming}`}>
      {text('shell.payoutsPaused')} <Time at={since} /> <Link to="/rules">{text('shell.payoutsPausedWhy')}</Link>
    </p>
  );
}
