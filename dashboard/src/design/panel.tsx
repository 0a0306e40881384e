import { type ReactElement, type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** The anchor that links point to. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A titled section of a page, exposed to screen readers as a region. */
export function Panel({ title, id, children }: PanelProps): ReactElement {
  const titleId = useId();
  return (
    <section id={id} className={css.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
