import DataLoader from 'dataloader';
import { isPartOfChange, readAsOf } from '../database/api-reads.js';

// The largest page of a list.
const MAX_BATCH = 100;

/**
 * Gathers what the fields of one moment ask for into one query, each key once. Nothing is kept afterwards: a live
 * subscription asks for the same object again just because it has changed. The answers of mutations are gathered apart:
 * they are read over connections that no list can keep busy. So is what the standby may answer, by the moment that it
 * must show.
 */
export class ReadLoader<Value, Key = string> {
  readonly #ofReads: DataLoader<Key, Value>;
  readonly #ofChanges: DataLoader<Key, Value>;
  readonly #ofMoments = new WeakMap<object, DataLoader<Key, Value>>();
  readonly #make: () => DataLoader<Key, Value>;

  /** @param read the values of up to 100 keys, ids mostly, in their order */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#make = () => distinctLoader(read);
    this.#ofReads = this.#make();
    this.#ofChanges = this.#make();
  }

  /**
   * Objects by their own ids; null for an id that nothing has.
   *
   * @param find those of up to 100 ids that are there, in any order
   */
  static byId<Value extends { readonly id: string }>(
    find: (ids: readonly string[]) => Promise<readonly Value[]>,
  ): ReadLoader<Value | null> {
    return new ReadLoader(async (ids) => {
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

/** A loader that remembers a key for as long as it is gathered, and forgets it when it is read. */
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
