// Four buckets for each doubling: a duration that is read back is wrong by a tenth at most, and a year takes a hundred.
const BUCKETS_PER_DOUBLING = 4;

const LAST_BUCKET = 100;

/** SQL: the number of the bucket that a number of seconds falls into, from 1; one of a second and less is the first. */
export function durationBucketSql(seconds: string): string {
  return `least(${LAST_BUCKET}, 1 + floor(${BUCKETS_PER_DOUBLING} * ln(greatest(1, ${seconds})::float8) / ln(2::float8)))::smallint`;
}

/** The seconds in the middle of a bucket, with three digits: as many as are known. */
export function secondsOfBucket(bucket: number): string {
  const seconds = 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING);
  return String(Number(seconds.toPrecision(3)));
}
