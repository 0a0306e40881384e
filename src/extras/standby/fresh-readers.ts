import { Logger } from '@nestjs/common';
import { type DataSource, MoreThanOrEqual } from 'typeorm';
import { FreshReaderEntity } from '../../platform/database/persistence/fresh-reader.entity.js';
import { keepFresh } from './persistence/fresh-readers.sql.js';

// One row written for a caller in this time, whatever they change and are told; for as long they read from the primary.
const FRESH_FOR_MS = 5_000;

interface Note {
  /** How long the row holds at least, by `performance.now()`. */
  readonly until: number;
  /** Null once the row is there. */
  written: Promise<void> | null;
}

/**
 * Knows who changed something lately, or was told of a change, on whichever replica: by a row on the primary, since the
 * next request of a caller may come to another one.
 */
export class FreshReaders {
  readonly #logger = new Logger(FreshReaders.name);
  /** By reader, of those who were noted here lately. */
  readonly #notes = new Map<string, Note>();

  constructor(private readonly main: DataSource) {}

  /**
   * Called once a change was committed, and before a caller is told of one; at once when a row holds. Its failure fails
   * neither.
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

  /** Returns whether a reader may know of something that was committed after this time of the database. */
  async mayKnowLaterThan(time: Date, readerId: string, primary: DataSource): Promise<boolean> {
    return primary.getRepository(FreshReaderEntity).existsBy({ readerId, freshUntil: MoreThanOrEqual(time) });
  }

  private async write(readerId: string, note: Note): Promise<void> {
    try {
      await keepFresh(this.main, readerId, FRESH_FOR_MS);
      note.written = null;
    } catch (error) {
      // The next lists of this caller may be as old as a standby may be.
      this.#logger.warn({ event: 'fresh_reader_not_noted', err: error });
      if (this.#notes.get(readerId) === note) this.#notes.delete(readerId);
    }
  }
}
