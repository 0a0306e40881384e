import { Logger } from '@nestjs/common';
import { type DataSource, MoreThanOrEqual } from 'typeorm';
import { FreshReaderEntity } from '../../platform/database/persistence/fresh-reader.entity.js';
import { keepFresh } from './persistence/fresh-readers.sql.js';

// How long a caller reads from the primary after a change. Each caller needs only one row per period, however much they
// change or see.
const FRESH_FOR_MS = 5_000;

interface Note {
  /** The row is valid at least until this `performance.now()` value. */
  readonly until: number;
  /** Null once the row has been written. */
  written: Promise<void> | null;
}

/**
 * Records which callers recently changed something or received a change. This is stored in a row on the primary,
 * because the caller's next request may reach a different replica.
 */
export class FreshReaders {
  readonly #logger = new Logger(FreshReaders.name);
  /** Notes made here recently, keyed by the id of the reader. */
  readonly #notes = new Map<string, Note>();

  constructor(private readonly main: DataSource) {}

  /**
   * Called after a change is committed, and before a change is delivered to a caller. Returns undefined if a valid row
   * has been written already. If the row cannot be written, this is only logged.
   */
  note(readerId: string): Promise<void> | void {
    const now = performance.now();
    const known = this.#notes.get(readerId);
    if (known && known.until > now) return known.written ?? undefined;
    for (const [id, { until }] of this.#notes) if (until <= now) this.#notes.delete(id);
    const note: Note = { until: now + FRESH_FOR_MS, written: null };
    this.#notes.set(readerId, note);
    note.written = this.write(readerId, note);
    return note.written;
  }

  /** Returns whether a reader may have seen something that was committed after this time by the database's clock. */
  async mayKnowLaterThan(time: Date, readerId: string, primary: DataSource): Promise<boolean> {
    return primary.getRepository(FreshReaderEntity).existsBy({ readerId, freshUntil: MoreThanOrEqual(time) });
  }

  private async write(readerId: string, note: Note): Promise<void> {
    try {
      await keepFresh(this.main, readerId, FRESH_FOR_MS);
      note.written = null;
    } catch (error) {
      // In this case the caller's next lists may be as old as the standby is.
      this.#logger.warn({ event: 'fresh_reader_not_noted', err: error });
      if (this.#notes.get(readerId) === note) this.#notes.delete(readerId);
    }
  }
}
