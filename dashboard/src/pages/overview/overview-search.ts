import { CHART_PERIODS, type ChartPeriod } from '../../charts/period.js';

/** URL parameters of the charts. */
export interface OverviewSearch {
  readonly period?: ChartPeriod;
  readonly currency?: string;
  readonly account?: string;
}

/** Parses the URL parameters. Sets every key, because the router would keep the raw value of a missing key. */
export function parseOverviewSearch({ period, currency, account }: Record<string, unknown>): OverviewSearch {
  return {
    period: CHART_PERIODS.find((known) => known === period),
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    account: typeof account === 'string' && account !== '' ? account : undefined,
  };
}
