// Four buckets per doubling: a duration read from them is off by at most a tenth, and a year takes a hundred.
const BUCKETS_PER_DOUBLING = 4;

const LAST_BUCKET = 100;

/** SQL for the bucket number of a number of seconds, from 1. Up to one second is the first bucket. */
export function durationBucketSql(seconds: string): string {
  return `least(${LAST_BUCKET}, 1 + floor(${BUCKETS_PER_DOUBLING} * ln(greatest(1, ${seconds})::float8) / ln(2::float8)))::smallint`;
}

/** Seconds in the middle of a bucket, with the three digits that are significant. */
export function secondsOfBucket(bucket: number): string {
  const seconds = 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING);
  return String(Number(seconds.toPrecision(3)));
}
