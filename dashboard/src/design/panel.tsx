import { type ReactElement, type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** Names the panel in the address of a link to it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A titled part of a page, which screen readers find by its title. */
export function Panel({ title, id, children }: PanelProps): ReactElement {
  const titleId = useId();
  return (
    <section id={id} className={css.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
