import type { ReactElement } from 'react';
import css from './field.module.css';

interface Choice {
  readonly value: string;
  readonly word: string;
}

interface CheckListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Any number of several choices, in a group that is read out with its label. */
export function CheckList({ label, choices, chosen, onChange }: CheckListProps): ReactElement {
  return (
    <fieldset className={css.options}>
      <legend>{label}</legend>
      {choices.map(({ value, word }) => (
        <label key={value} className={css.option}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value));
            }}
          />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
