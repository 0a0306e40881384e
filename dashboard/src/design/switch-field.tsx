import { Switch } from '@base-ui/react/switch';
import { type ReactElement, useId } from 'react';
import css from './switch-field.module.css';

interface SwitchFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch that takes effect immediately. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps): ReactElement {
  const id = useId();
  return (
    <div className={css.field}>
      <Switch.Root
        className={css.switch}
        checked={isOn}
        onCheckedChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
      >
        <Switch.Thumb className={css.thumb} />
      </Switch.Root>
      <div>
        <span id={`${id}-label`} className={css.label}>
          {label}
        </span>
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      </div>
    </div>
  );
}
