import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/failure.js';
import { RowStore } from './row-store.js';

interface Row {
  readonly id: string;
}

export interface Page<Shown extends Row> {
  readonly nodes: readonly Shown[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** Reads the page after a cursor; null reads the first one. */
export type ReadPage<Shown extends Row> = (after: string | null) => Promise<Page<Shown> | Failure>;

export interface List<Shown extends Row> {
  readonly store: RowStore<Shown>;
  readonly ids: readonly string[];
  readonly isLoading: boolean;
  readonly failure: Failure | null;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

interface Shown {
  readonly ids: readonly string[];
  readonly isLoading: boolean;
  readonly failure: Failure | null;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

const NOTHING: Shown = { ids: [], isLoading: true, failure: null, next: null };

/**
 * A list that loads page by page. Loaded rows stay if a later page fails.
 * @param read must change with the filter; a new function restarts the list
 */
export function useList<Item extends Row>(read: ReadPage<Item>): List<Item> {
  const [store] = useState(() => new RowStore<Item>());
  const [shown, setShown] = useState(NOTHING);
  // Discards responses to a previous filter.
  const asked = useRef(0);

  const load = useCallback(
    async (after: string | null) => {
      asked.current += 1;
      const mine = asked.current;
      setShown((before) => ({ ...before, isLoading: true, failure: null }));
      const page = await read(after);
      if (mine !== asked.current) return;
      if ('kind' in page) {
        setShown((before) => ({ ...before, isLoading: false, failure: page }));
        return;
      }
      store.put(page.nodes);
      const { endCursor, hasNextPage } = page.pageInfo;
      const ids = page.nodes.map(({ id }) => id);
      setShown((before) => ({
        ids: after === null ? ids : [...new Set([...before.ids, ...ids])],
        isLoading: false,
        failure: null,
        next: hasNextPage ? endCursor : null,
      }));
    },
    [read, store],
  );

  useEffect(() => {
    void load(null);
  }, [load]);

  const { ids, isLoading, failure, next } = shown;
  return {
    ...{ store, ids, isLoading, failure, hasMore: next !== null },
    loadMore: () => void load(next),
    reload: () => void load(null),
  };
}
