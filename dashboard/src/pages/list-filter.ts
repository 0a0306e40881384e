import type { FilterValues } from '../design/filter-form.js';
import { daysBefore, PERIODS, type Period, startOfPeriod } from '../text/day.js';

/** URL parameters that all lists of orders and payouts share. */
export interface ListFilter {
  readonly search?: string;
  /** The visible columns; does not count as a filter. */
  readonly columns?: string;
  /** The sort column, prefixed with `-` for descending order; does not count as a filter. */
  readonly sort?: string;
  readonly currency?: string;
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
  readonly amountFrom?: string;
  readonly amountTo?: string;
}

type Given = Readonly<Record<string, unknown>>;

/** Parses a text parameter. The router parses digits as a number, so both types are accepted. */
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

/** Parses the shared URL parameters. Sets every key, because the router would keep the raw value of a missing key. */
export function parseListFilter({
  search,
  columns,
  sort,
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
    sort: parseSort(sort),
    currency: matching(currency, /^[A-Z]{3}$/),
    period: PERIODS.find((known) => known === period),
    from: instant(from),
    to: instant(to),
    amountFrom: matching(amountFrom, /^\d{1,12}(\.\d{1,4})?$/),
    amountTo: matching(amountTo, /^\d{1,12}(\.\d{1,4})?$/),
  };
}

/** Converts the parameters to the API's filter. Periods are relative to now. */
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

const SORTED_BY = { amount: 'AMOUNT', created: 'CREATED_AT', updated: 'UPDATED_AT' } as const;

const DESCENDS = /^-/;

export function parseSort(given: unknown): string | undefined {
  return typeof given === 'string' && given.replace(DESCENDS, '') in SORTED_BY ? given : undefined;
}

/** Converts a sort parameter to the API's input. */
export function toApiSort(sort: string): {
  readonly field: (typeof SORTED_BY)[keyof typeof SORTED_BY];
  readonly direction: 'ASC' | 'DESC';
} {
  const name = sort.replace(DESCENDS, '') as keyof typeof SORTED_BY;
  return { field: SORTED_BY[name], direction: DESCENDS.test(sort) ? 'DESC' : 'ASC' };
}

const NO_FILTERS = ['columns', 'sort'];

/** Whether any filter is active. */
export const isSet = (filter: object): boolean =>
  Object.entries(filter).some(([name, value]) => !NO_FILTERS.includes(name) && value !== undefined);

const EXTENDED_BY_DAYS = 90;

/** Returns the actions offered if no row matches: clear the filter, or extend its period. */
export function waysOut(
  search: Pick<ListFilter, 'columns' | 'sort' | 'period' | 'from'>,
  show: (changed: FilterValues) => void,
): { readonly [Way in 'onClear' | 'onExtend']: (() => void) | null } {
  const { columns, sort, period, from } = search;
  const start = period ? startOfPeriod(period) : from;
  return {
    onClear: isSet(search)
      ? () => {
          show({ columns, sort });
        }
      : null,
    onExtend:
      start === undefined
        ? null
        : () => {
            show({ ...search, period: undefined, from: daysBefore(start, EXTENDED_BY_DAYS) });
          },
  };
}
