import { Logger } from '@nestjs/common';
import { type DataSource, MoreThanOrEqual } from 'typeorm';
import { FreshReaderEntity } from '../persistence/fresh-reader.entity.js';
import { keepFresh } from '../persistence/fresh-readers.sql.js';

// One row written for a caller in this time, whatever they change and are told; for as long they read from the primary.
const FRESH_FOR_MS = 5_000;

/**
 * Knows who changed something lately, or was told of a change, on whichever replica: by a row on the primary, since the
 * next request of a caller may come to another one.
 */
export class FreshReaders {
  readonly #logger = new Logger(FreshReaders.name);
  /** Until when the row of a reader holds, by `performance.now()`: of those who were noted here in that time. */
  readonly #notedUntil = new Map<string, number>();

  /** @param reads the connections of reads to the primary */
  constructor(
    private readonly main: DataSource,
    private readonly reads: DataSource,
  ) {}

  /** Called once a change was committed, and before a caller is told of one. Its failure fails neither. */
  async note(readerId: string): Promise<void> {
    const now = performance.now();
    if ((this.#notedUntil.get(readerId) ?? 0) > now) return;
    for (const [id, until] of this.#notedUntil) if (until <= now) this.#notedUntil.delete(id);
    try {
      await keepFresh(this.main, readerId, FRESH_FOR_MS);
      this.#notedUntil.set(readerId, now + FRESH_FOR_MS);
    } catch (error) {
      // The next lists of this caller may be as old as a standby may be.
      this.#logger.warn({ event: 'fresh_reader_not_noted', err: error });
    }
  }

  /** Whether a reader may know of something that was committed after this time of the database. */
  async mayKnowLaterThan(time: Date, readerId: string): Promise<boolean> {
    return this.reads.getRepository(FreshReaderEntity).existsBy({ readerId, freshUntil: MoreThanOrEqual(time) });
  }
}
