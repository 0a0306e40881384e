import type { ReactElement } from 'react';
import css from './overview-page.module.css';

interface TileProps {
  readonly title: string;
  readonly count: { readonly totalCount: number; readonly isTotalCountCapped: boolean };
}

export function Tile({ title, count }: TileProps): ReactElement {
  return (
    <>
      <span className={`${css.count} ${count.totalCount === 0 ? css.none : ''}`}>
        {count.totalCount}
        {count.isTotalCountCapped ? '+' : ''}
      </span>
      <span>{title}</span>
    </>
  );
}
