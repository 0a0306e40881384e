import { useCallback, useEffect, useRef, useState } from 'react';
import { useDeskChanges } from './desk-feed.js';
import { type ReadPage, useList } from './use-list.js';
import type { LiveList } from './use-live-list.js';

/**
 * A list that is read again after a change. Loaded rows of the first page update in place, later pages on reload. New
 * items are only counted until the user requests them.
 */
export function useFollowedList<Item extends { readonly id: string }>(
  read: ReadPage<Item>,
  subjects: Parameters<typeof useDeskChanges>[0],
): LiveList<Item> {
  const [added, setAdded] = useState(0);
  const readAnew = useCallback<ReadPage<Item>>(
    async (after) => {
      if (after === null) setAdded(0);
      return read(after);
    },
    [read],
  );
  const list = useList(readAnew);
  const { store } = list;
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const refresh = async (): Promise<void> => {
    const page = await read(null);
    // Ignores a failure, which the next read by the user would show, and a page for an earlier filter.
    if ('kind' in page || latest.current !== read) return;
    const isShown = ({ id }: Item): boolean => store.get(id) !== undefined;
    setAdded(page.nodes.filter((item) => !isShown(item)).length);
    store.change(page.nodes.filter(isShown));
  };
  useDeskChanges(subjects, () => void refresh());
  return { ...list, added, isLeaving: () => false };
}
