import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/** An attempt whose commit the database acknowledged. */
export interface AcknowledgedClaim {
  readonly attemptId: string;
  /** By the database's clock. */
  readonly claimedAt: Date;
}

const journal = z.strictObject({
  /** Null until the first claim. */
  lastClaim: z
    .strictObject({ attemptId: z.uuid(), claimedAt: z.iso.datetime().transform((text) => new Date(text)) })
    .nullable(),
});

/** The journal cannot be used. The message names the variable, and shows neither the path nor what the file holds. */
export class SubmissionJournalError extends Error {
  override readonly name = 'SubmissionJournalError';

  constructor(problem: string) {
    super(`PAYOUT_JOURNAL_FILE names a file that ${problem}`);
  }
}

/** Keeps the last acknowledged claim on a disk of this process's own, so that it outlives the process. */
export class SubmissionJournalFile {
  #newest: AcknowledgedClaim | null = null;
  /** The replacement under way; never rejects. */
  #running: Promise<unknown> = Promise.resolve();
  /** The one behind it, which will write whatever is newest when it begins. */
  #queued: Promise<void> | null = null;

  constructor(private readonly path: string) {}

  /**
   * Reads the last claim, null when there is no file yet, and writes it anew, so that a place that cannot be written is
   * known before anything is to be sent.
   *
   * @throws SubmissionJournalError when the file cannot be read or written, or is not a journal
   */
  async open(): Promise<AcknowledgedClaim | null> {
    this.#newest = await this.read();
    try {
      await this.replace();
    } catch {
      throw new SubmissionJournalError('cannot be written');
    }
    return this.#newest;
  }

  /** Resolves once this claim, or a later one, is on the disk; claims that come together share one write. */
  write(claim: AcknowledgedClaim): Promise<void> {
    this.#newest = claim;
    this.#queued ??= this.#running.then(() => {
      this.#queued = null;
      const replacing = this.replace();
      this.#running = replacing.catch(() => undefined);
      return replacing;
    });
    return this.#queued;
  }

  private async read(): Promise<AcknowledgedClaim | null> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw new SubmissionJournalError('cannot be read');
    }
    const parsed = journal.safeParse(parseJson(text));
    if (!parsed.success) throw new SubmissionJournalError('is not a journal of submissions');
    return parsed.data.lastClaim;
  }

  // A rename is whole or not at all: after a crash at any moment the file holds one claim or the other, never a half.
  private async replace(): Promise<void> {
    const temporary = `${this.path}.tmp`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ lastClaim: this.#newest })}\n`);
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
