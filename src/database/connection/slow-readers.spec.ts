import { SlowReaders } from './slow-readers.js';

/** What a reader may begin at this moment. */
async function begunOf(
  readers: SlowReaders,
  readerId: string,
  statements: number,
): Promise<((tookMs: number) => void)[]> {
  const begun: ((tookMs: number) => void)[] = [];
  for (let n = 0; n < statements; n += 1) {
    void readers.begin(readerId).then((end) => {
      if (end) begun.push(end);
    });
  }
  await jest.advanceTimersByTimeAsync(0);
  return begun;
}

describe('a reader', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('has as many statements at once as there are connections while they are quick', async () => {
    const readers = new SlowReaders();
    for (const end of await begunOf(readers, 'key', 10)) end(100);
    expect(await begunOf(readers, 'key', 10)).toHaveLength(10);
  });

  it('has one at a time after a slow one, and others are as before', async () => {
    const readers = new SlowReaders();
    (await readers.begin('key'))?.(101);
    const begun = await begunOf(readers, 'key', 3);
    expect(begun).toHaveLength(1);
    expect(await begunOf(readers, 'another', 3)).toHaveLength(3);
    begun[0]?.(1_000);
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toHaveLength(2);
  });

  it('waits for half a minute at most, and not with more than five hundred', async () => {
    const readers = new SlowReaders();
    (await readers.begin('key'))?.(101);
    const end = await readers.begin('key');
    expect(end).not.toBeNull();
    const refused: unknown[] = [];
    for (let n = 0; n < 502; n += 1) void readers.begin('key').then((answer) => refused.push(answer));
    await jest.advanceTimersByTimeAsync(0);
    expect(refused).toEqual([null, null]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refused).toEqual(Array.from({ length: 502 }, () => null));
  });

  it('is quick again ten seconds after its last slow one', async () => {
    const readers = new SlowReaders();
    (await readers.begin('key'))?.(101);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(await begunOf(readers, 'key', 2)).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await begunOf(readers, 'key', 2)).toHaveLength(2);
  });
});
