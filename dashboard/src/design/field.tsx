import { type ComponentProps, type ReactElement, useId } from 'react';
import css from './field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  /** The problem with the value; null when none is known. */
  readonly problem?: string | null;
}

/** A labelled input with its problem, which screen readers read out with it. */
export function Field({ label, problem = null, ...input }: FieldProps): ReactElement {
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
        aria-describedby={problem === null ? undefined : `${id}-problem`}
      />
      {problem === null ? null : (
        <p id={`${id}-problem`} role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
