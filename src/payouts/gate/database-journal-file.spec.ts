import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseJournalFile } from './database-journal-file.js';
import type { DatabasePosition } from './domain/database-history.js';

// Long enough for the file to be written several times meanwhile, short enough to wait for.
const WATCH_MS = 200;

const place = (position: bigint): DatabasePosition => ({ incarnation: 7, setbacks: 1, startedAt: '1795.25', position });

describe('the database journal', () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'purser-journal-'));
    path = join(directory, 'journal.json');
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  const file = (): DatabaseJournalFile => new DatabaseJournalFile(path, WATCH_MS);

  it('the database journal is created without a position', async () => {
    expect(await file().open()).toBeNull();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ place: null });
  });

  it.each(['released', 'killed'])(
    'keeps its position for the next process if the process before was %s',
    async (end) => {
      const journal = file();
      await journal.open();
      await journal.write(() => place(1n));
      await journal.write(() => place(2n ** 63n));
      if (end === 'released') await journal.release(place(2n ** 63n));
      expect(await file().open()).toEqual(place(2n ** 63n));
    },
  );

  it('the database journal cannot be opened while another process writes it', async () => {
    const journal = file();
    await journal.open();
    let last = Promise.resolve();
    const beats = setInterval(() => {
      last = journal.write(() => place(1n));
    }, WATCH_MS / 10);
    try {
      // Leaves time for a write to a slow disk.
      const next = new DatabaseJournalFile(path, 10 * WATCH_MS);
      await expect(next.open()).rejects.toThrow('PAYOUT_JOURNAL_FILE names a file that another process uses');
    } finally {
      clearInterval(beats);
      // The directory must not be deleted during a write.
      await last;
    }
  });

  it('the database journal is no longer written by a process after another has taken the file over', async () => {
    const suspended = file();
    await suspended.open();
    const next = file();
    await next.open();
    await next.write(() => place(9n));
    await expect(suspended.write(() => place(1n))).rejects.toThrow('another process uses');
    await expect(suspended.release(place(1n))).rejects.toThrow('another process uses');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ place: { position: '9' } });
  });

  it('contains the given position or a later one when a write resolves', async () => {
    const journal = file();
    await journal.open();
    let seen = 0n;
    const held = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        seen = BigInt(index + 1);
        await journal.write(() => place(seen));
        const { place: written } = JSON.parse(readFileSync(path, 'utf8')) as { place: { position: string } };
        return BigInt(written.position) >= BigInt(index + 1);
      }),
    );
    expect(held).not.toContain(false);
  });

  it('a failed write rejects, and the next one works again', async () => {
    const journal = file();
    await journal.open();
    // Prevents the temporary file from being created, because a directory has its name.
    mkdirSync(`${path}.tmp`);
    await expect(Promise.all([1n, 2n].map((at) => journal.write(() => place(at))))).rejects.toThrow();
    rmSync(`${path}.tmp`, { recursive: true });
    await journal.write(() => place(3n));
    await journal.release(place(3n));
    expect(await file().open()).toEqual(place(3n));
  });

  it.each([
    ['nothing', ''],
    ['half a journal', '{"owner":null,"beat":1,"place":{"incarnation'],
    ['null', 'null'],
    ['an unknown field', '{"owner":null,"beat":1,"place":null,"other":1}'],
    [
      'no position',
      '{"owner":null,"beat":1,"place":{"incarnation":1,"setbacks":0,"startedAt":"1","position":"canary"}}',
    ],
    ['no start', '{"owner":null,"beat":1,"place":{"incarnation":1,"setbacks":0,"startedAt":"canary","position":"1"}}'],
  ])(
    'cannot be opened with %s in it; the error contains the variable, but neither path nor content',
    async (_, text) => {
      writeFileSync(path, text);
      const message = await file().open().catch(String);
      expect(message).toBe(
        'DatabaseJournalError: PAYOUT_JOURNAL_FILE names a file that is not a journal of the database',
      );
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('the database journal cannot be opened if the file cannot be read', async () => {
    mkdirSync(path);
    await expect(file().open()).rejects.toThrow('PAYOUT_JOURNAL_FILE names a file that cannot be read');
  });

  it('the database journal cannot be opened if the file cannot be written', async () => {
    path = join(directory, 'missing', 'journal.json');
    await expect(file().open()).rejects.toThrow('PAYOUT_JOURNAL_FILE names a file that cannot be written');
  });
});
