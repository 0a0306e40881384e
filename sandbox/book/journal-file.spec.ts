import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalFile } from './journal-file.js';

describe('journal', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-'));
    path = join(folder, 'not-there-yet', 'book.jsonl');
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function linesOf(): Promise<string[]> {
    const { journal, lines } = await JournalFile.open(path);
    await journal.close();
    return lines;
  }

  it('keeps lines in the order of the calls', async () => {
    const { journal } = await JournalFile.open(path);
    await Promise.all(['one', 'two', 'three'].map((line) => journal.append(line)));
    await journal.append('four');
    await journal.close();
    expect(await linesOf()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('has a line on disk once its append resolves', async () => {
    const { journal } = await JournalFile.open(path);
    await journal.append('one');
    expect(await readFile(path, 'utf8')).toBe('one\n');
    await journal.close();
  });

  it('drops a torn last line and appends after the complete ones', async () => {
    const { journal } = await JournalFile.open(path);
    await journal.append('whole');
    await journal.close();
    await appendFile(path, 'tor');

    const reopened = await JournalFile.open(path);
    expect(reopened.lines).toEqual(['whole']);
    await reopened.journal.append('next');
    await reopened.journal.close();
    expect(await linesOf()).toEqual(['whole', 'next']);
  });

  it('drops a torn first line', async () => {
    await JournalFile.open(path).then(({ journal }) => journal.close());
    await appendFile(path, '{"half');
    expect(await linesOf()).toEqual([]);
  });

  it('keeps lines that are appended while emptying is in progress', async () => {
    const { journal } = await JournalFile.open(path);
    const before = journal.append('before');
    const emptied = journal.empty();
    const after = journal.append('after');
    await Promise.all([before, emptied, after]);
    await journal.close();
    expect(await linesOf()).toEqual(['after']);
  });

  it('rejects a line after close', async () => {
    const { journal } = await JournalFile.open(path);
    await journal.close();
    await expect(journal.append('late')).rejects.toThrow('closed');
  });
});
