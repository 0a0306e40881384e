import { type ComponentProps, type ReactElement, useId } from 'react';
import css from './field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  /** The value's rule as a sentence; absent if the label states it. */
  readonly hint?: string | undefined;
  readonly problem?: string | null;
}

/** A labelled input. Screen readers announce its problem with it. */
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
