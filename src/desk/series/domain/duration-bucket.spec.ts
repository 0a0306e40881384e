import { secondsOfBucket } from './duration-bucket.js';

describe('duration buckets', () => {
  it.each([
    [1, '1.09'],
    [5, '2.18'],
    [24, '58.7'],
    [48, '3760'],
    [100, '30800000'],
  ])('bucket %d stands for %s seconds', (bucket, seconds) => {
    expect(secondsOfBucket(bucket)).toBe(seconds);
  });
});
