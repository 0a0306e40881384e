import { type ReactElement, useId } from 'react';
import { useText } from '../text/use-text.js';
import { type Choice, ChoiceOption } from './choices.js';
import css from './list-head.module.css';

interface StatusSelectProps {
  readonly statuses: readonly Choice[];
  readonly status: string | null;
  /** Called before the user chooses. */
  readonly onFocus?: (() => void) | undefined;
  readonly onStatus: (value: string | null) => void;
}

/** Filters a list by one status, or shows all. */
export function StatusSelect({ statuses, status, onFocus, onStatus }: StatusSelectProps): ReactElement {
  const text = useText();
  const id = useId();
  return (
    <div className={css.select}>
      <label htmlFor={id}>{text('list.status')}</label>
      <select
        id={id}
        value={status ?? ''}
        onFocus={onFocus}
        onChange={({ target }) => {
          onStatus(target.value === '' ? null : target.value);
        }}
      >
        <option value="">{text('list.anyStatus')}</option>
        {statuses.map((choice) => (
          <ChoiceOption key={choice.value} choice={choice} />
        ))}
      </select>
    </div>
  );
}
