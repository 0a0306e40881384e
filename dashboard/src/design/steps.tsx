import type { ReactElement, ReactNode } from 'react';
import css from './detail.module.css';

interface StepsProps {
  readonly children: readonly ReactNode[];
  /** Shown if there are no steps. */
  readonly empty?: string;
}

/** A chronological list of events. */
export function Steps({ children, empty }: StepsProps): ReactElement {
  if (children.length === 0) return <p className={css.faint}>{empty}</p>;
  return <ol className={css.steps}>{children}</ol>;
}
