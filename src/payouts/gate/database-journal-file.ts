import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { newId } from '../../common/ids.js';
import { StartError } from '../../platform/config/start-error.js';
import type { DatabasePosition } from './domain/database-history.js';

// A process that was killed loses a second of what it saw, and its file is free three beats later.
export const BEAT_MS = 1_000;
const WATCH_MS = 3 * BEAT_MS;

const count = z.number().int().min(0);

const journal = z.strictObject({
  /** Null when the process that wrote it has ended in order. */
  owner: z.uuid().nullable(),
  /** Grows with each write: tells a file that somebody writes from one that was left behind. */
  beat: count,
  /** Null until the database was seen. */
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

/** The journal cannot be used. The message names the variable, and shows neither the path nor what the file holds. */
export class DatabaseJournalError extends StartError {
  override readonly name = 'DatabaseJournalError';

  constructor(problem: string) {
    super('PAYOUT_JOURNAL_FILE', `PAYOUT_JOURNAL_FILE names a file that ${problem}`);
  }
}

/** Keeps how far a process saw the database on a disk of its own, so that this outlives the process. */
export class DatabaseJournalFile {
  readonly #owner = newId();
  #beat = 0;
  /** The write under way; never rejects. */
  #running: Promise<unknown> = Promise.resolve();
  /** The one behind it, which will write what is seen by then. */
  #queued: Promise<void> | null = null;

  /** @param watchMs how long a file that names an owner is watched for signs of life */
  constructor(
    private readonly path: string,
    private readonly watchMs = WATCH_MS,
  ) {}

  /**
   * Reads what the process before saw, null when there is no file yet, and takes the file over.
   *
   * @throws DatabaseJournalError when the file cannot be read or written, is no journal, or another process writes it
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
   * Resolves once what is seen now, or later, is on the disk; writes that come together share one.
   *
   * @throws DatabaseJournalError when another process has taken the file over, as after a long suspension of this one
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

  /** Leaves the file to the next process, with what this one saw. */
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

  // A rename is whole or not at all: after a crash at any moment the file holds one place or the other, never a half.
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
    // The new name is in the directory, which is written by itself.
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
