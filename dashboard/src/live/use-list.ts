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

/** Reads the page behind a cursor; the first one for null. */
export type ReadPage<Shown extends Row> = (after: string | null) => Promise<Page<Shown> | Failure>;

export interface List<Shown extends Row> {
  readonly store: RowStore<Shown>;
  /** The rows that are shown, in their order. */
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
  /** Where the next page begins; null when there is none. */
  readonly next: string | null;
}

const NOTHING: Shown = { ids: [], isLoading: true, failure: null, next: null };

/**
 * A list that is read page by page. Rows that were read stay when a later page fails.
 *
 * @param read another function when the filter is another: the list then begins from its start
 */
export function useList<Item extends Row>(read: ReadPage<Item>): List<Item> {
  const [store] = useState(() => new RowStore<Item>());
  const [shown, setShown] = useState(NOTHING);
  // An answer to a filter that is no longer set must not be shown under the one that is.
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
