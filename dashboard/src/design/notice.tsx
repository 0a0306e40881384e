import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { Failure } from '../api/failure.js';
import { failureText } from '../text/problem.js';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import css from './notice.module.css';

const nothing = (): void => undefined;

/** A message in place of a list or page. */
export function Notice({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={css.notice}>{children}</div>;
}

interface FailureNoticeProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Explains why loading failed, with a retry button if a retry can help. */
export function FailureNotice({ failure, onRetry }: FailureNoticeProps): ReactElement {
  const text = useText();
  const seconds = useCountdown(failure);
  const { kind } = failure;
  return (
    <div role="alert" className={`${css.notice} ${css.problem}`}>
      <p>{failureText(text, failure)}</p>
      {kind === 'failed' && failure.requestId !== null ? (
        <p className={css.request}>{text('failure.request', { id: failure.requestId })}</p>
      ) : null}
      {kind === 'forbidden' ? null : (
        <Button onClick={onRetry} disabled={seconds > 0}>
          {seconds > 0 ? text('failure.retryIn', { seconds }) : text('failure.retry')}
        </Button>
      )}
    </div>
  );
}

/** Counts down the seconds until a retry can succeed. */
function useCountdown(failure: Failure): number {
  const [left, setLeft] = useState({ failure, seconds: secondsOf(failure) });
  // A new failure restarts the countdown.
  if (left.failure !== failure) setLeft({ failure, seconds: secondsOf(failure) });
  const { seconds } = left;
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => {
      setLeft({ failure, seconds: seconds - 1 });
    }, 1_000);
    return () => {
      clearTimeout(timer);
    };
  }, [failure, seconds]);
  return seconds;
}

function secondsOf(failure: Failure): number {
  return failure.kind === 'limited' ? failure.retryAfterSeconds : 0;
}

/** Names the scope that the page requires and the user lacks. */
export function MissingScope({ scope }: { readonly scope: string }): ReactElement {
  return <FailureNotice failure={{ kind: 'forbidden', scope }} onRetry={nothing} />;
}

// The number of lines in most panels.
const LOADING_LINES = 4;

/** Placeholder for a page or panel while it loads. */
export function Loading(): ReactElement {
  const text = useText();
  return (
    <div className={css.loading} role="group" aria-busy="true" aria-label={text('page.loading')}>
      {Array.from({ length: LOADING_LINES }, (_, line) => (
        <Skeleton key={line} />
      ))}
    </div>
  );
}

/** Placeholder for a line of text while it loads. */
export function Skeleton(): ReactElement {
  return <span className={css.skeleton} />;
}
