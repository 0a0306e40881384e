import { SlowReaders } from './slow-readers.js';

type End = (tookMs: number) => void;

/** Requests several statements for a reader. Returns those that have begun so far. */
async function begunOf(readers: SlowReaders, readerId: string, statements: number): Promise<End[]> {
  const begun: End[] = [];
  for (let n = 0; n < statements; n += 1) {
    void readers.begin(readerId).then((end) => {
      if (end) begun.push(end);
    });
  }
  await jest.advanceTimersByTimeAsync(0);
  return begun;
}

/** Makes the reader slow, with the pause after the slow statement already over. */
async function makeSlow(readers: SlowReaders, readerId: string): Promise<void> {
  (await readers.begin(readerId))?.(101);
}

describe('readers of the database', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('a quick reader runs as many concurrent statements as there are connections', async () => {
    const begun = await begunOf(new SlowReaders(2), 'key', 10);
    expect(begun).toHaveLength(2);
    begun[0]?.(100);
    begun[1]?.(100);
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toHaveLength(4);
  });

  it('a slow reader runs one statement at a time, and other readers are unaffected', async () => {
    const readers = new SlowReaders(3);
    await makeSlow(readers, 'key');
    expect(await begunOf(readers, 'key', 3)).toHaveLength(1);
    expect(await begunOf(readers, 'another', 3)).toHaveLength(3);
  });

  it('statements that were waiting when their reader became slow run one at a time', async () => {
    const begun = await begunOf(new SlowReaders(2), 'key', 10);
    for (const end of begun.splice(0)) end(1_000);
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toHaveLength(1);
  });

  it('a slow reader pauses for three times the excess over 100 ms, but at most five seconds', async () => {
    const readers = new SlowReaders(2);
    await makeSlow(readers, 'key');
    const begun = await begunOf(readers, 'key', 3);
    const use = async (tookMs: number): Promise<void> => {
      await jest.advanceTimersByTimeAsync(tookMs);
      begun.at(-1)?.(tookMs);
    };
    await use(1_000);
    await jest.advanceTimersByTimeAsync(2_699);
    expect(begun).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(begun).toHaveLength(2);
    await use(9_000);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(begun).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(begun).toHaveLength(3);
  });

  it('a statement waits for at most 30 seconds, and at most 10,000 statements wait', async () => {
    const readers = new SlowReaders(1);
    await readers.begin('key');
    const refused: unknown[] = [];
    for (let n = 0; n < 10_002; n += 1) void readers.begin('key').then((answer) => refused.push(answer));
    await jest.advanceTimersByTimeAsync(0);
    expect(refused).toEqual([null, null]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refused).toHaveLength(10_002);
    expect(new Set(refused)).toEqual(new Set([null]));
  });

  it('a reader is no longer slow ten seconds after its last slow statement', async () => {
    const readers = new SlowReaders(2);
    await makeSlow(readers, 'key');
    await jest.advanceTimersByTimeAsync(9_999);
    const begun = await begunOf(readers, 'key', 2);
    expect(begun).toHaveLength(1);
    begun[0]?.(100);
    await jest.advanceTimersByTimeAsync(1);
    begun[1]?.(100);
    expect(await begunOf(readers, 'key', 2)).toHaveLength(2);
  });
});
