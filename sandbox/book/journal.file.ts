import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

interface WaitingLine {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** An append-only file of lines. A line whose `append` has resolved survives `kill -9` and a power cut. */
export class JournalFile {
  /** Lines that wait for the write under way and will share the next fsync. */
  private nextBatch: WaitingLine[] | null = null;
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
    return new Promise((resolve, reject) => batch.push({ line, resolve, reject }));
  }

  /** Removes every line. */
  async empty(): Promise<void> {
    // A line appended from now on belongs after the emptying, so it may not join a batch that is written before it.
    this.nextBatch = null;
    const emptied = this.writing.then(() => this.file.truncate(0)).then(() => this.file.sync());
    this.writing = emptied.catch(() => undefined);
    return emptied;
  }

  /** Waits for what is being written and releases the file. */
  async close(): Promise<void> {
    this.closed = true;
    await this.writing;
    await this.file.close();
  }

  private startBatch(): WaitingLine[] {
    const batch: WaitingLine[] = [];
    this.nextBatch = batch;
    this.writing = this.writing.then(() => {
      if (this.nextBatch === batch) this.nextBatch = null;
      return this.writeBatch(batch);
    });
    return batch;
  }

  private async writeBatch(batch: readonly WaitingLine[]): Promise<void> {
    try {
      await this.file.appendFile(batch.map(({ line }) => `${line}\n`).join(''));
      await this.file.datasync();
      for (const { resolve } of batch) resolve();
    } catch (reason) {
      for (const { reject } of batch) reject(reason);
    }
  }
}
