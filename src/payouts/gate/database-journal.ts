import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { BEAT_MS, DatabaseJournalFile } from './database-journal-file.js';
import type { DatabasePosition } from './domain/database-history.js';

/**
 * Records the furthest database position outside the database, if `PAYOUT_JOURNAL_FILE` is set. A database that was
 * restored while no process was running looks like the original, so only such a record reveals the restore. Separate
 * from the fence, because the journal writes a file each second and releases it at shutdown.
 */
@Injectable()
export class DatabaseJournal implements BeforeApplicationShutdown {
  readonly #logger = new Logger(DatabaseJournal.name);
  readonly #file: DatabaseJournalFile | null;
  #seen: () => DatabasePosition | null = () => null;
  #beats: NodeJS.Timeout | null = null;
  #hasFailed = false;

  constructor(config: Config) {
    const { journalFile } = config.payouts;
    this.#file = journalFile === null ? null : new DatabaseJournalFile(journalFile);
  }

  get isKept(): boolean {
    return this.#file !== null;
  }

  /**
   * Returns the last process's position, and starts recording.
   * @throws DatabaseJournalError if the file cannot be used
   */
  async open(seen: () => DatabasePosition | null): Promise<DatabasePosition | null> {
    if (!this.#file) return null;
    const found = await this.#file.open();
    this.#seen = seen;
    // Each beat shows other processes that the file is in use.
    this.#beats = setInterval(() => void this.write(), BEAT_MS);
    return found;
  }

  async write(): Promise<boolean> {
    try {
      await this.#file?.write(this.#seen);
      this.#hasFailed = false;
      return true;
    } catch (error) {
      // Logs the failure once, not every second.
      if (!this.#hasFailed) this.#logger.error({ event: 'payout_journal_not_written', err: error });
      this.#hasFailed = true;
      return false;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.#beats) return;
    clearInterval(this.#beats);
    await this.#file?.release(this.#seen()).catch((error: unknown) => {
      this.#logger.error({ event: 'payout_journal_not_written', err: error });
    });
  }
}
