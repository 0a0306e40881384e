import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

interface Batch {
  readonly lines: string[];
  readonly written: Promise<void>;
}

/**
 * An append-only file of lines. A line whose `append` has resolved survives `kill -9` and a power cut.
 *
 * Once a write has failed, as on a full disk, it may have left half a line: every later one fails with it.
 */
export class JournalFile {
  /** Lines that wait for the write under way and will share the next fsync. */
  private nextBatch: Batch | null = null;
  private writing: Promise<void> = Promise.resolve();
  private closed = false;

  private constructor(private readonly file: FileHandle) {}

  /**
   * Opens the journal, creating it and its folder when missing, and hands back the lines already in it.
   *
   * A last line without its line end was torn by a kill in mid-write. Its `append` never resolved, so nobody was told
   * of it: it is cut off, or the next line would be glued to it.
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

  /** Resolves when the line is on the disk. Lines reach the disk in the order of the calls. */
  async append(line: string): Promise<void> {
    if (this.closed) throw new Error('The journal is closed.');
    const batch = this.nextBatch ?? this.startBatch();
    batch.lines.push(line);
    return batch.written;
  }

  /** Removes every line. */
  async empty(): Promise<void> {
    // A line appended from now on belongs after the emptying, so it may not join a batch that is written before it.
    this.nextBatch = null;
    this.writing = this.writing.then(() => this.file.truncate(0)).then(() => this.file.sync());
    return this.writing;
  }

  /** Waits for what is being written and releases the file. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled([this.writing]);
    await this.file.close();
  }

  private startBatch(): Batch {
    const lines: string[] = [];
    const written = this.writing.then(() => {
      // Closed to newcomers from here on; unless an emptying has closed it, and another batch is open by now.
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
