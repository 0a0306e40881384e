import type { ReactElement, ReactNode } from 'react';
import { useSlowly } from '../live/use-slowly.js';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import css from './list-head.module.css';
import { PageTitle } from './page-title.js';

interface PlainHeadProps {
  readonly title: string;
  /** Changes since the list was read; absent for a list without live updates. */
  readonly updates?: ReactNode;
  readonly tabs?: ReactNode;
  readonly controls?: ReactNode;
  readonly filters?: ReactNode;
}

/** A list's title, and the changes since it was read. */
export function PlainHead({ title, tabs, updates, controls, filters }: PlainHeadProps): ReactElement {
  const text = useText();
  return (
    <>
      <div className={css.head}>
        <PageTitle>{title}</PageTitle>
        {controls}
      </div>
      {tabs}
      {updates === undefined ? (
        filters
      ) : (
        <div className={css.bar}>
          {filters}
          {/* Not a live region itself, because its content announces the updates at intervals. */}
          <div role="status" aria-live="off" aria-label={text('list.updates')}>
            {updates}
          </div>
        </div>
      )}
    </>
  );
}

interface AddedProps {
  readonly count: number;
  readonly words: string;
  readonly onShow: () => void;
}

// At most one announcement per interval, however many changes arrive.
const TELL_EVERY_MS = 10_000;

/** A button that reloads a list once new items exist. */
export function Added({ count, words, onShow }: AddedProps): ReactElement {
  const told = useSlowly(count === 0 ? '' : words, TELL_EVERY_MS);
  return (
    <>
      <span aria-live="polite" className={css.told}>
        {told}
      </span>
      {count === 0 ? null : (
        <Button tone="primary" onClick={onShow}>
          {words}
        </Button>
      )}
    </>
  );
}
