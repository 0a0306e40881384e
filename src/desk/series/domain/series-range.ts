import type { CurrencyCode } from '../../../common/currency.js';

export const SERIES_BUCKETS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;

export type SeriesBucket = (typeof SERIES_BUCKETS)[number];

export interface SeriesRange {
  readonly from: Date;
  readonly to: Date;
  readonly bucket: SeriesBucket;
  /** IANA name of the time zone for days, weeks and months. */
  readonly timeZone: string;
  readonly accountId: string | null;
  readonly currency: CurrencyCode | null;
}

export interface SeriesProblem {
  readonly field: 'to' | 'timeZone';
  readonly rule: string;
}

/** More than fit into a chart. Enough for a year of days. */
export const MAX_BUCKETS = 400;

const HOUR_MS = 3_600_000;

const SHORTEST_MS: Readonly<Record<SeriesBucket, number>> = {
  HOUR: HOUR_MS,
  DAY: 23 * HOUR_MS,
  WEEK: (7 * 24 - 1) * HOUR_MS,
  MONTH: (28 * 24 - 1) * HOUR_MS,
};

// PostgreSQL accepts offsets as well, but reverses their sign, so only names are allowed.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

export function findRangeProblem({ from, to, bucket, timeZone }: SeriesRange): SeriesProblem | null {
  if (to <= from) return { field: 'to', rule: 'must be later than from' };
  if (to.getTime() - from.getTime() > MAX_BUCKETS * SHORTEST_MS[bucket]) {
    return { field: 'to', rule: `must not be later than ${MAX_BUCKETS} buckets after from` };
  }
  return isTimeZone(timeZone) ? null : { field: 'timeZone', rule: 'must be the name of an IANA time zone' };
}

function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
