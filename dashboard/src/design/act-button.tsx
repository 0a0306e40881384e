import type { ReactElement } from 'react';
import type { Act } from '../live/use-act.js';
import { Button } from './button.js';
import css from './field.module.css';

interface ActButtonProps {
  readonly act: Act;
  readonly tone: 'primary' | 'danger';
  readonly word: string;
}

/** The button of a dialog that does what it asks, once at a time. */
export function ActButton({ act, tone, word }: ActButtonProps): ReactElement {
  return (
    <Button tone={tone} disabled={act.isUnderWay} onClick={act.run}>
      {word}
    </Button>
  );
}

/** Why it was refused, if it was and no field says so. */
export function Problem({ act }: { readonly act: Act }): ReactElement | null {
  return act.problem === null ? null : (
    <p role="alert" className={css.problem}>
      {act.problem}
    </p>
  );
}
