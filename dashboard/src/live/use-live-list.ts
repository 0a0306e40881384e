import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/failure.js';
import { usePaused } from './paused.js';
import { type List, type Page, type ReadPage, useList } from './use-list.js';

export interface Row {
  readonly id: string;
}

export interface LiveList<Item extends Row> extends List<Item> {
  /** How many items have come or changed since the list was read, and are not shown. */
  readonly added: number;
  /** Whether an item that is shown has changed so that the filter leaves it out: it stays until the list is read again. */
  readonly isLeaving: (item: Item) => boolean;
}

/** A page, and where the log of changes stood before it was read. */
export type LivePage<Item extends Row> = Page<Item> & { readonly pageInfo: { readonly liveCursor: string | null } };

/**
 * A list whose rows change in place. Items that are not shown are counted and wait to be asked for: rows that move
 * while somebody aims at one are how the wrong one gets hit.
 *
 * @param mayShow whether an item that is not shown may be one of the list
 * @param subscribe calls back with each item that changes after a cursor, and gives what ends it
 */
export function useLiveList<Item extends Row>(
  read: (after: string | null) => Promise<LivePage<Item> | Failure>,
  subscribe: (after: string, onChange: (item: Item, cursor: string) => void) => () => void,
  mayShow: (item: Item) => boolean = () => true,
): LiveList<Item> {
  const isPaused = usePaused();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  // Of the last change that was heard of: what happens while nobody listens is told when somebody does again.
  const heard = useRef<string | null>(null);
  const wanted = useRef(mayShow);
  useEffect(() => {
    wanted.current = mayShow;
  });
  const [isRead, setIsRead] = useState(false);
  const readAnew = useCallback<ReadPage<Item>>(
    async (after) => {
      const page = await read(after);
      if (after === null && !('kind' in page)) {
        setAdded(new Set());
        heard.current ??= page.pageInfo.liveCursor;
        setIsRead(true);
      }
      return page;
    },
    [read],
  );
  const list = useList(readAnew);
  const { store } = list;
  useEffect(() => {
    if (isPaused || !isRead || heard.current === null) return undefined;
    return subscribe(heard.current, (item, cursor) => {
      heard.current = cursor;
      if (store.get(item.id)) store.change([item]);
      else if (wanted.current(item)) setAdded((before) => new Set(before).add(item.id));
    });
  }, [store, isPaused, isRead, subscribe]);
  return { ...list, added: added.size, isLeaving: (item) => !mayShow(item) };
}

/** Attributes of a row, for the styles of lists: that its item changes just now, and that it is leaving. */
export function marksOf<Item extends Row>({ store, isLeaving }: LiveList<Item>, item: Item) {
  const changes = store.changesOf(item.id);
  return {
    // By turns, so that a change during the mark of the one before begins a mark of its own.
    'data-changed': changes === 0 ? undefined : changes % 2,
    'data-leaving': isLeaving(item) ? true : undefined,
  };
}
