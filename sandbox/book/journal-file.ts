import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

interface Batch {
  readonly lines: string[];
  readonly written: Promise<void>;
}

/**
 * An append-only file of lines. Once `append` resolves, a line survives `kill -9` and a power cut.
 *
 * A failed write, as on a full disk, may leave half a line, so every later write fails too.
 */
export class JournalFile {
  /** Lines queued behind the current write; they share the next fsync. */
  private nextBatch: Batch | null = null;
  private writing: Promise<void> = Promise.resolve();
  private closed = false;

  private constructor(private readonly file: FileHandle) {}

  /**
   * Opens the journal, creates it and its folder if missing, and returns its lines.
   *
   * A last line without a line end was torn by a kill and its `append` never resolved, so it is cut off. Otherwise the
   * next line would be appended to it.
   */
  static async open(path: string): Promise<{ journal: JournalFile; lines: string[] }> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a');
    const content = await readFile(path);
    const wholeBytes = content.lastIndexOf('\n') + 1;
    if (wholeBytes < content.length) {
      await file.truncate(wholeBytes);
      await file.sync();
    }
    const lines = content.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
    return { journal: new JournalFile(file), lines };
  }

  /** Resolves once the line is on disk. Lines keep the order of the calls. */
  async append(line: string): Promise<void> {
    if (this.closed) throw new Error('The journal is closed.');
    const batch = this.nextBatch ?? this.startBatch();
    batch.lines.push(line);
    return batch.written;
  }

  async empty(): Promise<void> {
    // Lines appended from now on must be written after the file is emptied, so they must not join an earlier batch.
    this.nextBatch = null;
    this.writing = this.writing.then(() => this.file.truncate(0)).then(() => this.file.sync());
    return this.writing;
  }

  /** Waits for the current write and closes the file. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled([this.writing]);
    await this.file.close();
  }

  private startBatch(): Batch {
    const lines: string[] = [];
    const written = this.writing.then(() => {
      // The batch accepts no more lines. Emptying may already have opened another one.
      if (this.nextBatch?.lines === lines) this.nextBatch = null;
      return this.write(lines);
    });
    this.writing = written;
    this.nextBatch = { lines, written };
    return this.nextBatch;
  }

  private async write(lines: readonly string[]): Promise<void> {
    await this.file.appendFile(lines.map((line) => `${line}\n`).join(''));
    await this.file.datasync();
  }
}
