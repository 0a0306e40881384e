import { type ComponentProps, type ReactElement, useId } from 'react';
import css from './field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  /** The rule of the value, in a sentence; absent where the label says it. */
  readonly hint?: string | undefined;
  /** The problem with the value; null when none is known. */
  readonly problem?: string | null;
}

/** A labelled input with its problem, which screen readers read out with it. */
export function Field({ label, hint, problem = null, ...input }: FieldProps): ReactElement {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={css.control}
        aria-invalid={problem !== null}
        aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
      />
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
