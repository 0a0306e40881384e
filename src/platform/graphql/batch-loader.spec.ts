import { BatchLoader } from './batch-loader.js';

describe('BatchLoader', () => {
  let read: (readonly string[])[];
  let loader: BatchLoader<string>;

  beforeEach(() => {
    read = [];
    loader = new BatchLoader((ids) => {
      read.push(ids);
      return Promise.resolve(ids.map((id) => `${id}${read.length}`));
    });
  });

  it('reads each id once, even for a thousand requests in one tick', async () => {
    const asked = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? 'a' : 'b'));
    expect(await Promise.all(asked.map((id) => loader.load(id)))).toEqual(asked.map((id) => `${id}1`));
    expect(read).toEqual([['a', 'b']]);
  });

  it('reads an id again in the next tick, and if it is requested during a read', async () => {
    let late: Promise<string> | undefined;
    loader = new BatchLoader(async (ids) => {
      read.push(ids);
      if (read.length === 1) late = loader.load('a');
      return Promise.resolve(ids.map((id) => `${id}${read.length}`));
    });
    expect(await loader.load('a')).toBe('a1');
    expect(await late).toBe('a2');
    expect(await loader.load('a')).toBe('a3');
  });

  it('rejects all requests that share a failed read, but not later ones', async () => {
    let failures = 1;
    loader = new BatchLoader((ids) => {
      if (failures-- > 0) return Promise.reject(new Error('away'));
      return Promise.resolve(ids);
    });
    const outcomes = await Promise.allSettled([loader.load('a'), loader.load('a')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await loader.load('a')).toBe('a');
  });
});
