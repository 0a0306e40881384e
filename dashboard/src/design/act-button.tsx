import type { ReactElement } from 'react';
import type { Act } from '../live/use-act.js';
import { Button } from './button.js';

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

/** Why it was refused, if it was. */
export function Problem({ act }: { readonly act: Act }): ReactElement | null {
  return act.problem === null ? null : <p role="alert">{act.problem}</p>;
}
