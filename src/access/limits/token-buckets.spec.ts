import { TokenBuckets } from './token-buckets.js';

describe('token buckets with a burst of three and two tokens a second', () => {
  let now = 0;
  let buckets: TokenBuckets;

  beforeEach(() => {
    now = 0;
    buckets = new TokenBuckets({ perSecond: 2, burst: 3, maxNames: 2 }, () => now);
  });

  const take = (name: string, times: number): number[] => Array.from({ length: times }, () => buckets.take(name));

  it('give three tokens at once, then one every half second, and never save up more than three', () => {
    expect(take('a', 5)).toEqual([0, 0, 0, 0.5, 0.5]);
    now = 250;
    expect(take('a', 1)).toEqual([0.25]);
    now = 500;
    expect(take('a', 2)).toEqual([0, 0.5]);
    now = 60_000;
    expect(take('a', 4)).toEqual([0, 0, 0, 0.5]);
  });

  it('give several tokens or none, but a full bucket may give more than it holds', () => {
    expect(buckets.take('a', 2)).toBe(0);
    expect(buckets.take('a', 2)).toBe(0.5);
    now = 60_000;
    expect(buckets.take('a', 7)).toBe(0);
    expect(take('a', 1)).toEqual([2.5]);
    now = 62_500;
    expect(take('a', 2)).toEqual([0, 0.5]);
  });

  it('token buckets are independent of each other', () => {
    take('a', 3);
    expect(take('b', 1)).toEqual([0]);
  });

  it('accept returned tokens up to their capacity', () => {
    take('a', 3);
    buckets.giveBack('a');
    expect(take('a', 2)).toEqual([0, 0.5]);
    buckets.giveBack('b');
    expect(take('b', 4)).toEqual([0, 0, 0, 0.5]);
  });

  it('token buckets are limited in number, and the least recently used bucket is dropped', () => {
    take('a', 3);
    take('b', 3);
    expect(take('a', 1)).toEqual([0.5]);
    take('c', 1);
    expect(take('a', 1)).toEqual([0.5]);
    expect(take('b', 4)).toEqual([0, 0, 0, 0.5]);
  });
});
