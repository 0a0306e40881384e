import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { BEAT_MS, DatabaseJournalFile } from './database-journal-file.js';
import type { DatabasePosition } from './domain/database-history.js';

/**
 * How far this process saw the database, kept beyond its own end where `PAYOUT_JOURNAL_FILE` is set. Files put back
 * while no process runs look in every way like the database they are a copy of; only what was seen outside of it tells.
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
   * Gives what the process before saw, and keeps what this one sees from now on.
   *
   * @throws DatabaseJournalError when the file cannot be used
   */
  async open(seen: () => DatabasePosition | null): Promise<DatabasePosition | null> {
    if (!this.#file) return null;
    const found = await this.#file.open();
    this.#seen = seen;
    // Others tell by it that the file is in use.
    this.#beats = setInterval(() => void this.write(), BEAT_MS);
    return found;
  }

  /** Whether what this process saw so far is on the disk now. */
  async write(): Promise<boolean> {
    try {
      await this.#file?.write(this.#seen);
      this.#hasFailed = false;
      return true;
    } catch (error) {
      // Once, and not every second.
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
