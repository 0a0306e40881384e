import { Logger } from '@nestjs/common';
import { type DataSource, MoreThanOrEqual } from 'typeorm';
import { FreshReaderEntity } from '../../platform/database/persistence/fresh-reader.entity.js';
import { keepFresh } from './persistence/fresh-readers.sql.js';

// One row per caller and period, however much they change or see. Until then they read from the primary.
const FRESH_FOR_MS = 5_000;

interface Note {
  /** Minimum validity of the row, by `performance.now()`. */
  readonly until: number;
  /** Null once the row is written. */
  written: Promise<void> | null;
}

/**
 * Records which callers recently changed something, or learned of a change. A row on the primary holds it, since a
 * caller's next request may reach another replica.
 */
export class FreshReaders {
  readonly #logger = new Logger(FreshReaders.name);
  /** By reader, for those recorded here recently. */
  readonly #notes = new Map<string, Note>();

  constructor(private readonly main: DataSource) {}

  /**
   * Called after a change commits, and before a caller learns of one. Returns at once if a row is valid. A failure to
   * write is only logged.
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

  /** Returns whether a reader may know of something committed after this database time. */
  async mayKnowLaterThan(time: Date, readerId: string, primary: DataSource): Promise<boolean> {
    return primary.getRepository(FreshReaderEntity).existsBy({ readerId, freshUntil: MoreThanOrEqual(time) });
  }

  private async write(readerId: string, note: Note): Promise<void> {
    try {
      await keepFresh(this.main, readerId, FRESH_FOR_MS);
      note.written = null;
    } catch (error) {
      // The caller's next lists may be as old as a standby may be.
      this.#logger.warn({ event: 'fresh_reader_not_noted', err: error });
      if (this.#notes.get(readerId) === note) this.#notes.delete(readerId);
    }
  }
}
