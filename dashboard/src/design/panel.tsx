import { type ReactElement, type ReactNode, useId } from 'react';
import css from './panel.module.css';

/** A titled part of a page, which screen readers find by its title. */
export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
