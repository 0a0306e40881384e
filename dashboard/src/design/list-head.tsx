import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import css from './list-head.module.css';
import { PageTitle } from './page-title.js';
import { StatusSelect, type StatusSelectProps } from './status-select.js';

interface PlainHeadProps {
  readonly title: string;
  /** Changes since the list was read; absent for a list that does not follow them. */
  readonly updates?: ReactNode;
  /** Below the title. */
  readonly tabs?: ReactNode;
  /** Beside the title. */
  readonly controls?: ReactNode;
  /** Beside the updates. */
  readonly filters?: ReactNode;
}

/** The title of a list, and the changes since it was read. */
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
          <div role="status" aria-label={text('list.updates')}>
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

/** Offers to read a list again when there is more of it. */
export function Added({ count, words, onShow }: AddedProps): ReactElement | null {
  return count === 0 ? null : (
    <Button tone="primary" onClick={onShow}>
      {words}
    </Button>
  );
}

interface ListHeadProps extends StatusSelectProps {
  readonly title: string;
  readonly searchLabel: string;
  readonly search: string;
  readonly onSearch: (words: string) => void;
  readonly updates: ReactNode;
  /** Makes another one; absent where there is no such thing, or for whom no scope allows it. */
  readonly action?: ReactNode;
}

// People type on; the list is asked for once they pause.
const PAUSE_MS = 300;

/** The title of a list, its search and its filter. */
export function ListHead(head: ListHeadProps): ReactElement {
  const text = useText();
  const { title, searchLabel, search, onSearch, statuses, status, onStatus, updates, action } = head;
  const chosen = statuses.find(({ value }) => value === status);
  return (
    <PlainHead
      title={title}
      updates={updates}
      controls={
        <>
          <SearchBox label={searchLabel} value={search} onSearch={onSearch} />
          <StatusSelect statuses={statuses} status={status} onStatus={onStatus} />
          {action}
        </>
      }
      filters={
        chosen ? (
          <Button
            aria-label={text('list.removeStatus', { status: chosen.word })}
            onClick={() => {
              onStatus(null);
            }}
          >
            {text('list.statusIs', { status: chosen.word })} <span aria-hidden="true">✕</span>
          </Button>
        ) : null
      }
    />
  );
}

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (words: string) => void;
}

/** Words to look for; the list is asked for them once whoever types pauses. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps): ReactElement {
  const [words, setWords] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  // Changed by something else than typing, such as the way back.
  if (value !== shownValue) {
    setShownValue(value);
    if (value !== words.trim()) setWords(value);
  }
  useEffect(() => {
    if (words.trim() === value) return undefined;
    const timer = setTimeout(() => {
      search.current(words.trim());
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [words, value]);
  return (
    <input
      type="search"
      className={css.search}
      aria-label={label}
      placeholder={label}
      value={words}
      data-search
      onChange={({ target }) => {
        setWords(target.value);
      }}
    />
  );
}
