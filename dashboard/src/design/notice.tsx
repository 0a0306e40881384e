import type { ReactElement, ReactNode } from 'react';
import type { Failure } from '../api/failure.js';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import css from './notice.module.css';

/** Says something in the place of a list or a page. */
export function Notice({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={css.notice}>{children}</div>;
}

/** Says why something could not be read, and offers to try again where that can help. */
export function FailureNotice({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  const text = useText();
  const { kind } = failure;
  return (
    <div role="alert" className={`${css.notice} ${css.problem}`}>
      <p>{kind === 'forbidden' || kind === 'failed' ? failure.message : text(`failure.${kind}`)}</p>
      {kind === 'forbidden' ? null : <Button onClick={onRetry}>{text('failure.retry')}</Button>}
    </div>
  );
}

/** Said until there is something to show. */
export function Loading(): ReactElement {
  const text = useText();
  return <p aria-busy="true">{text('page.loading')}</p>;
}
