import { PERIODS, type Period, startOfPeriod } from '../text/day.js';

/** Times and amounts of a list as its address holds them. */
export interface ListFilter {
  readonly search?: string;
  /** The columns that are shown; no filter. */
  readonly columns?: string;
  readonly currency?: string;
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
  readonly amountFrom?: string;
  readonly amountTo?: string;
}

type Given = Readonly<Record<string, unknown>>;

/** A text of an address; the router reads digits as a number. */
export function word(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

export function instant(given: unknown): string | undefined {
  return typeof given === 'string' && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined;
}

function matching(given: unknown, rule: RegExp): string | undefined {
  const text = word(given)?.toUpperCase();
  return text !== undefined && rule.test(text) ? text : undefined;
}

/** Takes of an address what every list of money understands. The rest is named, or the router would leave it as it came. */
export function parseListFilter({
  search,
  columns,
  currency,
  period,
  from,
  to,
  amountFrom,
  amountTo,
}: Given): ListFilter {
  return {
    search: word(search),
    columns: word(columns),
    currency: matching(currency, /^[A-Z]{3}$/),
    period: PERIODS.find((known) => known === period),
    from: instant(from),
    to: instant(to),
    amountFrom: matching(amountFrom, /^\d{1,12}(\.\d{1,4})?$/),
    amountTo: matching(amountTo, /^\d{1,12}(\.\d{1,4})?$/),
  };
}

/** The same as the API is asked for it. A period is counted from now. */
export function toApiFilter({ search, currency, period, from, to, amountFrom, amountTo }: ListFilter): {
  readonly [Name in 'search' | 'currency' | 'createdFrom' | 'createdTo' | 'amountFrom' | 'amountTo']: string | null;
} {
  return {
    search: search ?? null,
    currency: currency ?? null,
    createdFrom: (period ? startOfPeriod(period) : from) ?? null,
    createdTo: to ?? null,
    amountFrom: amountFrom ?? null,
    amountTo: amountTo ?? null,
  };
}

/** Whether something is filtered by. */
export const isSet = (filter: object): boolean =>
  Object.entries(filter).some(([name, value]) => name !== 'columns' && value !== undefined);
