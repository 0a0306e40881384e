import { type ReactElement, useId } from 'react';
import css from './field.module.css';

export interface Choice {
  readonly value: string;
  readonly word: string;
  /** Shown after the label in the menu. */
  readonly count?: string;
  /** A sentence below the label of a checkbox. */
  readonly hint?: string;
}

export function ChoiceOption({ choice: { value, word, count } }: { readonly choice: Choice }): ReactElement {
  return <option value={value}>{count === undefined ? word : `${word} ${count}`}</option>;
}

interface SelectFieldProps {
  readonly label: string;
  /** Set in forms that read their fields on submit. */
  readonly name?: string;
  readonly defaultValue?: string;
  /** Explains the selected choice. */
  readonly hint?: string | undefined;
  readonly problem?: string | null;
  readonly choices: readonly Choice[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

export function SelectField({
  label,
  hint,
  problem = null,
  choices,
  onChange,
  ...select
}: SelectFieldProps): ReactElement {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={css.control}
        aria-invalid={problem !== null}
        aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
        {...select}
        onChange={({ target }) => {
          onChange?.(target.value);
        }}
      >
        {choices.map((choice) => (
          <ChoiceOption key={choice.value} choice={choice} />
        ))}
      </select>
      {hint ? (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      ) : null}
      {problem === null ? null : (
        <p id={`${id}-problem`} role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface CheckListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A labelled group of checkboxes, announced with its label. */
export function CheckList({ label, choices, chosen, onChange }: CheckListProps): ReactElement {
  const id = useId();
  return (
    <fieldset className={css.options}>
      <legend>{label}</legend>
      {choices.map(({ value, word, hint }) => (
        <div key={value} className={hint === undefined ? undefined : css.explained}>
          <label className={css.option}>
            <input
              type="checkbox"
              aria-describedby={hint && `${id}-${value}`}
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value));
              }}
            />
            {word}
          </label>
          {hint === undefined ? null : (
            <p id={`${id}-${value}`} className={css.hint}>
              {hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
