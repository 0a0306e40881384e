import { readSettings } from '../settings/settings.js';

/** Periods that end now. */
export const CHART_PERIODS = ['day', 'week', 'month', 'year'] as const;

export type ChartPeriod = (typeof CHART_PERIODS)[number];

/** The buckets of a chart, the oldest first, and the matching API input. */
export interface ChartRange {
  readonly starts: readonly string[];
  readonly input: {
    readonly from: string;
    readonly to: string;
    readonly bucket: 'HOUR' | 'DAY' | 'MONTH';
    readonly timeZone: string;
  };
  /** Formats the label below a bucket. */
  readonly word: (start: string) => string;
}

const HOUR_MS = 3_600_000;

const BUCKETS = {
  day: { bucket: 'HOUR', count: 24 },
  week: { bucket: 'DAY', count: 7 },
  month: { bucket: 'DAY', count: 30 },
  year: { bucket: 'MONTH', count: 12 },
} as const;

const WORDS = {
  HOUR: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  DAY: { day: 'numeric', month: 'short' },
  MONTH: { month: 'short', year: '2-digit' },
} as const;

/** Returns the buckets of a period that ends now, in the user's time zone. */
export function rangeOf(period: ChartPeriod, now = new Date()): ChartRange {
  const { bucket, count } = BUCKETS[period];
  const isUtc = readSettings().zone === 'UTC';
  const beginnings = Array.from({ length: count + 1 }, (_, index) =>
    beginningOf(bucket, now, index - count + 1, isUtc),
  );
  const starts = beginnings.map((beginning) => beginning.toISOString());
  const zone = isUtc ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const format = new Intl.DateTimeFormat('en', { ...WORDS[bucket], ...(isUtc ? { timeZone: 'UTC' } : {}) });
  return {
    starts: starts.slice(0, -1),
    // Hours are counted in UTC, so they begin on UTC hours.
    input: { from: starts[0] ?? '', to: starts.at(-1) ?? '', bucket, timeZone: bucket === 'HOUR' ? 'UTC' : zone },
    word: (start) => format.format(new Date(start)),
  };
}

/** Returns the start of the bucket that is `later` buckets after the one containing `at`. */
function beginningOf(bucket: 'HOUR' | 'DAY' | 'MONTH', at: Date, later: number, isUtc: boolean): Date {
  if (bucket === 'HOUR') return new Date((Math.floor(at.getTime() / HOUR_MS) + later) * HOUR_MS);
  const [year, month, day] = isUtc
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
    : [at.getFullYear(), at.getMonth(), at.getDate()];
  // Calendar arithmetic: a day is not 24 hours when clocks change.
  const date = bucket === 'DAY' ? ([year, month, day + later] as const) : ([year, month + later, 1] as const);
  return isUtc ? new Date(Date.UTC(...date)) : new Date(...date);
}
