import { type ReactElement, useEffect, useRef, useState } from 'react';
import css from './list-head.module.css';

// Debounce: the search runs once typing pauses.
const PAUSE_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (words: string) => void;
}

export function SearchBox({ label, value, onSearch }: SearchBoxProps): ReactElement {
  const [words, setWords] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  const [asked, setAsked] = useState(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  if (value !== shownValue) {
    setShownValue(value);
    // The change came from elsewhere, such as the back button. A result of this box's own search must not undo typing.
    if (value !== asked) {
      setAsked(value);
      setWords(value);
    }
  }
  useEffect(() => {
    if (words.trim() === value) return undefined;
    const timer = setTimeout(() => {
      setAsked(words.trim());
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
