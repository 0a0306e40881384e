import type { ReactElement, ReactNode } from 'react';
import css from './detail.module.css';

interface StepsProps {
  readonly children: readonly ReactNode[];
  /** Said when there is none. */
  readonly empty?: string;
}

/** Things that happened, in their order. */
export function Steps({ children, empty }: StepsProps): ReactElement {
  if (children.length === 0) return <p className={css.faint}>{empty}</p>;
  return <ol className={css.steps}>{children}</ol>;
}
