import { useEffect } from 'react';
import { usePaused } from '../../live/paused.js';
import type { List } from '../../live/use-list.js';

// No subscription tells of these; work of seconds is watched closely enough by this.
const RELOAD_MS = 2_000;

/** Reads a list again as long as one of its rows is still worked on. */
export function useReloadWhile<Row extends { readonly id: string }>(
  { store, ids, isLoading, failure, reload }: List<Row>,
  isWorkedOn: (row: Row) => boolean,
): void {
  const isPaused = usePaused();
  const rows = ids.flatMap((id) => store.get(id) ?? []);
  const isDue = !isPaused && !isLoading && failure === null && rows.some(isWorkedOn);
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(reload, RELOAD_MS);
    return () => {
      clearTimeout(timer);
    };
  });
}
