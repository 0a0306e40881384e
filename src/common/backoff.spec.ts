import { delayBeforeNextTry } from './backoff.js';

describe('delayBeforeNextTry', () => {
  it.each([
    [0, 2],
    [1, 5],
    [2, 60],
    [3, 60],
    [1_000_000, 60],
  ])('the delay after %d tries is %d', (tries, delay) => {
    expect(delayBeforeNextTry([2, 5, 60], tries)).toBe(delay);
  });

  it('throws without any step', () => {
    expect(() => delayBeforeNextTry([], 0)).toThrow('at least one step');
  });
});
