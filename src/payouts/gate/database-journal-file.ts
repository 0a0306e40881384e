import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { newId } from '../../common/ids.js';
import { StartError } from '../../platform/config/start-error.js';
import type { DatabasePosition } from './domain/database-history.js';

// A process that is killed loses the positions of at most one second. Its file can be taken over after three beats.
export const BEAT_MS = 1_000;
const WATCH_MS = 3 * BEAT_MS;

const count = z.number().int().min(0);

const journal = z.strictObject({
  /** The process that uses the file; null if the last one shut down cleanly. */
  owner: z.uuid().nullable(),
  /** Grows with each write. If it stops growing, the owner is dead. */
  beat: count,
  place: z
    .strictObject({
      incarnation: count,
      setbacks: count,
      startedAt: z.string().regex(/^\d{1,12}(\.\d{1,9})?$/),
      position: z
        .string()
        .regex(/^\d{1,20}$/)
        .transform(BigInt),
    })
    .nullable(),
});

type Content = z.output<typeof journal>;

/** The journal file cannot be used. The message contains the variable's name, but neither the path nor the content. */
export class DatabaseJournalError extends StartError {
  override readonly name = 'DatabaseJournalError';

  constructor(problem: string) {
    super('PAYOUT_JOURNAL_FILE', `PAYOUT_JOURNAL_FILE names a file that ${problem}`);
  }
}

/**
 * Stores the furthest database position that a process has seen in a file outside the database, so that the position
 * survives the process.
 */
export class DatabaseJournalFile {
  readonly #owner = newId();
  #beat = 0;
  /** The write in progress. Never rejects. */
  #running: Promise<unknown> = Promise.resolve();
  /** The next write, which waits for the one in progress. It stores the position known when it starts. */
  #queued: Promise<void> | null = null;

  /** @param watchMs how long to watch a file that has an owner for a new beat */
  constructor(
    private readonly path: string,
    private readonly watchMs = WATCH_MS,
  ) {}

  /**
   * Takes the file over. Returns the last process's position; null if there is none.
   * @throws DatabaseJournalError if the file cannot be read or written, is not a journal, or belongs to a running
   * process
   */
  async open(): Promise<DatabasePosition | null> {
    const found = await this.read();
    if (found !== null && found.owner !== null) {
      await pause(this.watchMs);
      if ((await this.read())?.beat !== found.beat) throw new DatabaseJournalError('another process uses');
    }
    this.#beat = found?.beat ?? 0;
    try {
      await this.replace(this.#owner, found?.place ?? null);
    } catch {
      throw new DatabaseJournalError('cannot be written');
    }
    return found?.place ?? null;
  }

  /**
   * Writes the position. Resolves when the present position, or a later one, is on disk. Concurrent calls share one
   * write.
   * @throws DatabaseJournalError if another process took the file over, for example because this one was suspended for
   * long
   */
  write(seen: () => DatabasePosition | null): Promise<void> {
    this.#queued ??= this.#running.then(() => {
      this.#queued = null;
      const writing = this.replaceOwned(this.#owner, seen());
      this.#running = writing.catch(() => undefined);
      return writing;
    });
    return this.#queued;
  }

  async release(place: DatabasePosition | null): Promise<void> {
    await this.#running;
    await this.replaceOwned(null, place);
  }

  private async replaceOwned(owner: string | null, place: DatabasePosition | null): Promise<void> {
    const found = await this.read();
    if (found !== null && found.owner !== this.#owner) throw new DatabaseJournalError('another process uses');
    await this.replace(owner, place);
  }

  private async read(): Promise<Content | null> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw new DatabaseJournalError('cannot be read');
    }
    const parsed = journal.safeParse(parseJson(text));
    if (!parsed.success) throw new DatabaseJournalError('is not a journal of the database');
    return parsed.data;
  }

  // A rename is atomic: after a crash the file contains either the old or the new position.
  private async replace(owner: string | null, place: DatabasePosition | null): Promise<void> {
    this.#beat += 1;
    const content = { owner, beat: this.#beat, place: place && { ...place, position: String(place.position) } };
    const temporary = `${this.path}.tmp`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.path);
    // The rename itself is only durable after an fsync of the directory.
    const directory = await open(dirname(this.path), 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
