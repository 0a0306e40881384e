import { secondsOfBucket } from './duration-bucket.js';

describe('duration buckets', () => {
  it.each([
    [1, '1.09'],
    [5, '2.18'],
    [24, '58.7'],
    [48, '3760'],
    [100, '30800000'],
  ])('%d seconds are about %s', (bucket, seconds) => {
    expect(secondsOfBucket(bucket)).toBe(seconds);
  });
});
