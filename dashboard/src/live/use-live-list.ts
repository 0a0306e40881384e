import { useCallback, useEffect, useState } from 'react';
import { usePaused } from './paused.js';
import { type List, type ReadPage, useList } from './use-list.js';

interface Row {
  readonly id: string;
}

export interface LiveList<Item extends Row> extends List<Item> {
  /** How many items have come or changed since the list was read, and are not shown. */
  readonly added: number;
}

/**
 * A list whose rows change in place. Items that are not shown are counted and wait to be asked for: rows that move
 * while somebody aims at one are how the wrong one gets hit.
 *
 * @param subscribe calls back with each item that changes, and gives what ends it
 */
export function useLiveList<Item extends Row>(
  read: ReadPage<Item>,
  subscribe: (onChange: (item: Item) => void) => () => void,
): LiveList<Item> {
  const isPaused = usePaused();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const readAnew = useCallback<ReadPage<Item>>(
    async (after) => {
      const page = await read(after);
      if (after === null && !('kind' in page)) setAdded(new Set());
      return page;
    },
    [read],
  );
  const list = useList(readAnew);
  const { store } = list;
  useEffect(() => {
    if (isPaused) return undefined;
    return subscribe((item) => {
      if (store.get(item.id)) store.put([item]);
      else setAdded((before) => new Set(before).add(item.id));
    });
  }, [store, isPaused, subscribe]);
  return { ...list, added: added.size };
}
