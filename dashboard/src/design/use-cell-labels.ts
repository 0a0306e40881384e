import { type RefObject, useLayoutEffect } from 'react';

/** Copies column headers into the cells. The styles show them where rows become cards. */
export function useCellLabels(body: RefObject<HTMLTableSectionElement | null>): void {
  useLayoutEffect(() => {
    const heads = [...(body.current?.parentElement?.querySelectorAll('thead th') ?? [])];
    for (const row of body.current?.rows ?? []) {
      // Skeletons and off-screen rows have a single wide cell.
      if (row.cells.length === heads.length) {
        for (const [at, cell] of [...row.cells].entries()) cell.dataset['label'] ??= heads[at]?.textContent ?? '';
      }
    }
  });
}
