import type { ReactElement } from 'react';
import type { Act } from '../live/use-act.js';
import { Button } from './button.js';
import css from './field.module.css';

interface ActButtonProps {
  readonly act: Act;
  readonly tone: 'primary' | 'danger';
  readonly word: string;
}

/** A dialog's confirm button. Disabled while its action runs. */
export function ActButton({ act, tone, word }: ActButtonProps): ReactElement {
  return (
    <Button tone={tone} disabled={act.isUnderWay} onClick={act.run}>
      {word}
    </Button>
  );
}

/** Shows an action's problem, unless a field shows it. */
export function Problem({ act }: { readonly act: Act }): ReactElement | null {
  return act.problem === null ? null : (
    <p role="alert" className={css.problem}>
      {act.problem}
    </p>
  );
}
