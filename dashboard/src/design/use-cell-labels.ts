import { type RefObject, useLayoutEffect } from 'react';

/** Writes to each cell the head of its column, which the styles show where a row is a card. */
export function useCellLabels(body: RefObject<HTMLTableSectionElement | null>): void {
  useLayoutEffect(() => {
    const heads = [...(body.current?.parentElement?.querySelectorAll('thead th') ?? [])];
    for (const row of body.current?.rows ?? []) {
      // Of skeletons and of rows that are out of sight there is one wide cell.
      if (row.cells.length === heads.length) {
        for (const [at, cell] of [...row.cells].entries()) cell.dataset['label'] ??= heads[at]?.textContent ?? '';
      }
    }
  });
}
