import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/failure.js';
import { usePaused } from './paused.js';
import { type List, type Page, type ReadPage, useList } from './use-list.js';

export interface Row {
  readonly id: string;
}

export interface LiveList<Item extends Row> extends List<Item> {
  /** Number of items created or changed since the list was read that it does not show. */
  readonly added: number;
  /** Whether a shown item no longer matches the filter. It stays until the list is read again. */
  readonly isLeaving: (item: Item) => boolean;
}

/** A page with the log position from before it was read. */
export type LivePage<Item extends Row> = Page<Item> & { readonly pageInfo: { readonly liveCursor: string | null } };

/**
 * A list whose rows update in place. New items are only counted until the user requests them: rows that move under the
 * pointer cause misclicks.
 * @param mayShow whether an item that is not shown may belong to the list
 * @param subscribe calls back with each item that changes after a cursor; returns a function that ends it
 */
export function useLiveList<Item extends Row>(
  read: (after: string | null) => Promise<LivePage<Item> | Failure>,
  subscribe: (after: string, onChange: (item: Item, cursor: string) => void) => () => void,
  mayShow: (item: Item) => boolean = () => true,
): LiveList<Item> {
  const isPaused = usePaused();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  // Cursor of the last change received. On resubscribe the server replays everything after it.
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

/** Returns a row's attributes for the list styles: whether its item just changed, and whether it is leaving. */
export function marksOf<Item extends Row>({ store, isLeaving }: LiveList<Item>, item: Item) {
  const changes = store.changesOf(item.id);
  return {
    // Alternates between 0 and 1, so a change during the highlight restarts the animation.
    'data-changed': changes === 0 ? undefined : changes % 2,
    'data-leaving': isLeaving(item) ? true : undefined,
  };
}
