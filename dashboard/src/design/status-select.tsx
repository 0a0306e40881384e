import { type ReactElement, useId } from 'react';
import { useText } from '../text/use-text.js';
import css from './list-head.module.css';

interface StatusSelectProps {
  readonly statuses: readonly { readonly value: string; readonly word: string }[];
  readonly status: string | null;
  readonly onStatus: (value: string | null) => void;
}

/** Narrows a list to a status, or to any. */
export function StatusSelect({ statuses, status, onStatus }: StatusSelectProps): ReactElement {
  const text = useText();
  const id = useId();
  return (
    <div className={css.select}>
      <label htmlFor={id}>{text('list.status')}</label>
      <select
        id={id}
        value={status ?? ''}
        onChange={({ target }) => {
          onStatus(target.value === '' ? null : target.value);
        }}
      >
        <option value="">{text('list.anyStatus')}</option>
        {statuses.map(({ value, word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}
