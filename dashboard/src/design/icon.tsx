import type { ReactElement } from 'react';
import css from './icon.module.css';

const SHAPES = {
  menu: 'M3 6h14M3 10h14M3 14h14',
  pause: 'M7 5v10M13 5v10',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17a6 6 0 0 1 12 0',
  play: 'M7 5l8 5-8 5Z',
  search: 'M9 14A5 5 0 1 0 9 4a5 5 0 0 0 0 10ZM12.8 12.8 17 17',
} as const;

/** A decorative icon. Screen readers get the text beside it. */
export function Icon({ name }: { readonly name: keyof typeof SHAPES }): ReactElement {
  return (
    <svg className={css.icon} viewBox="0 0 20 20" aria-hidden>
      <path d={SHAPES[name]} />
    </svg>
  );
}
