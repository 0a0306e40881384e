import { useCallback, useSyncExternalStore } from 'react';

interface Row {
  readonly id: string;
}

/**
 * The rows of a list by id. Changes are batched per frame, so a list stays smooth at a hundred changes a second.
 */
export class RowStore<Shown extends Row> {
  readonly #rows = new Map<string, Shown>();
  readonly #changes = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #changed = new Set<string>();
  #frame: number | null = null;

  get(id: string): Shown | undefined {
    return this.#rows.get(id);
  }

  /** Number of changes to a row while it was shown. */
  changesOf(id: string): number {
    return this.#changes.get(id) ?? 0;
  }

  /** Updates rows already in the store, and counts those that differ. */
  change(rows: readonly Shown[]): void {
    for (const row of rows) {
      const before = this.#rows.get(row.id);
      if (before && JSON.stringify({ ...before, ...row }) === JSON.stringify(before)) continue;
      this.#changes.set(row.id, this.changesOf(row.id) + 1);
    }
    this.put(rows);
  }

  put(rows: readonly Shown[]): void {
    for (const row of rows) {
      this.#rows.set(row.id, { ...this.#rows.get(row.id), ...row });
      this.#changed.add(row.id);
    }
    this.#frame ??= requestAnimationFrame(() => {
      this.flush();
    });
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  private flush(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#frame = null;
    for (const id of changed) for (const listener of this.#listeners.get(id) ?? []) listener();
  }
}

export function useRow<Shown extends Row>(store: RowStore<Shown>, id: string): Shown | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id]);
  return useSyncExternalStore(subscribe, () => store.get(id));
}
