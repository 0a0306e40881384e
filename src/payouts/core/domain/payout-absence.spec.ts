import { secondsToNextPoll } from './payout-absence.js';

describe('a payout missing at the provider', () => {
  it.each([
    [0, 5],
    [4.5, 0.5],
    [5, 25],
    [29, 1],
    [30, 90],
    [119, 1],
    [120, null],
    [3_000, null],
  ])('a young payout that has been missing for %d s is read again in %p s', (forSeconds, seconds) => {
    expect(secondsToNextPoll({ forSeconds, isYoung: true })).toBe(seconds);
  });

  it('an older payout counts as absent immediately', () => {
    expect(secondsToNextPoll({ forSeconds: 0, isYoung: false })).toBeNull();
  });
});
