// Four buckets for each doubling: a duration read from a bucket is wrong by at most a tenth, and a year is in bucket
// 100.
const BUCKETS_PER_DOUBLING = 4;

const LAST_BUCKET = 100;

/** Returns SQL for the bucket number of a duration in seconds. Bucket 1 is for up to one second. */
export function durationBucketSql(seconds: string): string {
  return `least(${LAST_BUCKET}, 1 + floor(${BUCKETS_PER_DOUBLING} * ln(greatest(1, ${seconds})::float8) / ln(2::float8)))::smallint`;
}

/** Returns the middle of a bucket in seconds, with the three digits that are significant. */
export function secondsOfBucket(bucket: number): string {
  const seconds = 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING);
  return String(Number(seconds.toPrecision(3)));
}
