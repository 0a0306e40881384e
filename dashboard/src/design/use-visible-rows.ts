import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect } from 'react';

export interface VisibleRows {
  /** Rows from `first` up to, but excluding, `end` are rendered. */
  readonly first: number;
  readonly end: number;
  /** Heights of the rows before and after, in pixels. */
  readonly before: number;
  readonly after: number;
}

// Lists up to this length render whole, so the browser's find works in them.
const MOST_WHOLE = 100;
// About two screens, so rows are ready before they scroll into view.
const OVERSCAN = 20;
const GUESSED_HEIGHT = 42;
// ARIA row indexes start at 1, and the header is the first row.
const FIRST_INDEX = 2;

/** Returns the range of rows to render: relayout of ten thousand rows takes a second. */
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
