import { secondsToNextPoll } from './payout-absence.js';

describe('a payout that the provider does not show', () => {
  it.each([
    [0, 5],
    [4.5, 0.5],
    [5, 25],
    [29, 1],
    [30, 90],
    [119, 1],
    [120, null],
    [3_000, null],
  ])('for %d s is read again after %p s while it is young', (forSeconds, seconds) => {
    expect(secondsToNextPoll({ forSeconds, isYoung: true })).toBe(seconds);
  });

  it('is absent at once when it is older', () => {
    expect(secondsToNextPoll({ forSeconds: 0, isYoung: false })).toBeNull();
  });
});
