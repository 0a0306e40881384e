import DataLoader from 'dataloader';
import { isPartOfChange, readAsOf } from '../database/api-reads.js';

// The size of the largest page of a list.
const MAX_BATCH = 100;

/**
 * Batches the keys that fields request in the same tick into one query. It caches nothing, because a live subscription
 * reads an object again exactly when it has changed. Payloads of mutations are batched separately, over connections
 * that lists cannot occupy. Reads from the standby are batched separately for each moment that they require.
 */
export class BatchLoader<Value, Key = string> {
  readonly #ofReads: DataLoader<Key, Value>;
  readonly #ofChanges: DataLoader<Key, Value>;
  readonly #ofMoments = new WeakMap<object, DataLoader<Key, Value>>();
  readonly #make: () => DataLoader<Key, Value>;

  /** @param read returns the values for up to 100 keys, in the order of the keys */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#make = () => distinctLoader(read);
    this.#ofReads = this.#make();
    this.#ofChanges = this.#make();
  }

  /**
   * Loads objects by id; null for an unknown id.
   * @param find returns the objects that exist for up to 100 ids, in any order
   */
  static byId<Value extends { readonly id: string }>(
    find: (ids: readonly string[]) => Promise<readonly Value[]>,
  ): BatchLoader<Value | null> {
    return new BatchLoader(async (ids) => {
      const found = new Map((await find(ids)).map((value) => [value.id, value]));
      return ids.map((id) => found.get(id) ?? null);
    });
  }

  load(key: Key): Promise<Value> {
    return this.loader().load(key);
  }

  private loader(): DataLoader<Key, Value> {
    if (isPartOfChange()) return this.#ofChanges;
    const moment = readAsOf();
    if (!moment) return this.#ofReads;
    const known = this.#ofMoments.get(moment);
    if (known) return known;
    const made = this.#make();
    this.#ofMoments.set(moment, made);
    return made;
  }
}

/** Creates a DataLoader that merges equal keys only until its batch is read. */
function distinctLoader<Key, Value>(read: (keys: readonly Key[]) => Promise<readonly Value[]>): DataLoader<Key, Value> {
  const loader: DataLoader<Key, Value> = new DataLoader(
    (keys) => {
      for (const key of keys) loader.clear(key);
      return read(keys);
    },
    { maxBatchSize: MAX_BATCH },
  );
  return loader;
}
