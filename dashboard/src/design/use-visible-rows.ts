import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect } from 'react';

export interface VisibleRows {
  /** The rows from `first` up to `end` are in sight, or nearly. */
  readonly first: number;
  readonly end: number;
  /** The height of the rows before and after them, in pixels. */
  readonly before: number;
  readonly after: number;
}

// Fewer are all there, for the browser's own search too.
const MOST_WHOLE = 100;
// Two screens or so: rows that are scrolled to are there already.
const OVERSCAN = 20;
const GUESSED_HEIGHT = 42;
/** The head of the table is its first row. */
const FIRST_INDEX = 2;

/** Which rows of a long list are drawn: ten thousand would take a second for each change of a width. */
export function useVisibleRows(body: RefObject<HTMLTableSectionElement | null>, count: number): VisibleRows {
  const isLong = count > MOST_WHOLE;
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isLong,
    estimateSize: () => GUESSED_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0,
  });
  const items = virtualizer.getVirtualItems();
  const first = isLong ? (items[0]?.index ?? 0) : 0;
  useLayoutEffect(() => {
    const rows = body.current?.querySelectorAll<HTMLTableRowElement>('tr:not([aria-hidden])') ?? [];
    for (const [at, row] of [...rows].entries()) {
      row.setAttribute('aria-rowindex', String(first + at + FIRST_INDEX));
      row.dataset['index'] = String(first + at);
      if (isLong) virtualizer.measureElement(row);
    }
  });
  if (!isLong) return { first: 0, end: count, before: 0, after: 0 };
  const { scrollMargin } = virtualizer.options;
  const last = items.at(-1);
  return {
    first,
    end: last ? last.index + 1 : OVERSCAN,
    before: items[0] ? items[0].start - scrollMargin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
  };
}
