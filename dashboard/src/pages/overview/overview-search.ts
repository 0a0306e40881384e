import { CHART_PERIODS, type ChartPeriod } from '../../charts/period.js';

/** The time and money of the charts as the address holds them. */
export interface OverviewSearch {
  readonly period?: ChartPeriod;
  readonly currency?: string;
  readonly account?: string;
}

/** Takes of an address what the overview understands. The rest is named, or the router would leave it as it came. */
export function parseOverviewSearch({ period, currency, account }: Record<string, unknown>): OverviewSearch {
  return {
    period: CHART_PERIODS.find((known) => known === period),
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    account: typeof account === 'string' && account !== '' ? account : undefined,
  };
}
