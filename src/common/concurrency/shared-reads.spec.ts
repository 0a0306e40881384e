import { SharedReads } from './shared-reads.js';

describe('shared reads', () => {
  it('callers share one read while it runs and for a while after, then start a new one', async () => {
    let now = 0;
    const reads = new SharedReads<number>({ forMs: 5_000, max: 10 }, () => now);
    let made = 0;
    const ask = (name = 'a'): Promise<number> => reads.get(name, () => Promise.resolve((made += 1)));
    expect(await Promise.all([ask(), ask(), ask('b')])).toEqual([1, 1, 2]);
    now = 4_999;
    expect(await ask()).toBe(1);
    now = 5_000;
    expect(await ask()).toBe(3);
  });

  it('a failure is shared only with the callers already waiting for it', async () => {
    const reads = new SharedReads<number>({ forMs: 5_000, max: 10 });
    const failing = reads.get('a', () => Promise.reject(new Error('away')));
    await expect(Promise.all([failing, reads.get('a', () => Promise.resolve(1))])).rejects.toThrow('away');
    expect(await reads.get('a', () => Promise.resolve(2))).toBe(2);
  });

  it('only a limited number of answers is kept', async () => {
    const reads = new SharedReads<string>({ forMs: 60_000, max: 2 });
    for (const name of ['a', 'b', 'c']) await reads.get(name, () => Promise.resolve(name));
    expect(await reads.get('c', () => Promise.resolve('again'))).toBe('c');
    expect(await reads.get('a', () => Promise.resolve('again'))).toBe('again');
  });
});
