import { type ReactElement, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { ChartFigure, type ChartPart } from '../../charts/chart-figure.js';
import { LineChart } from '../../charts/line-chart.js';
import { CHART_PERIODS, type ChartPeriod, rangeOf } from '../../charts/period.js';
import { SelectField } from '../../design/choices.js';
import form from '../../design/form.module.css';
import { FailureNotice, Loading } from '../../design/notice.js';
import { formatAmount } from '../../text/amount.js';
import { useText } from '../../text/use-text.js';
import { type Balance, BALANCE_SERIES } from './balances-documents.js';
import { PastComparisons } from './past-comparisons.js';

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

interface Figures {
  readonly available: string;
  readonly reserved: string;
}

/** Charts a balance. Each value holds until the next ledger entry. */
export function BalanceFigure({ balances }: { readonly balances: readonly Balance[] }): ReactElement | null {
  const text = useText();
  const [period, setPeriod] = useState<ChartPeriod>('week');
  const [index, setIndex] = useState(0);
  const range = useMemo(() => rangeOf(period), [period]);
  const balance = balances[index] ?? balances[0];
  const input = { ...range.input, accountId: balance?.account.id ?? null, currency: balance?.currency ?? null };
  const [{ data, error }, execute] = useQuery({
    query: BALANCE_SERIES,
    variables: { input, accountId: balance?.account.id ?? '', currency: balance?.currency ?? '' },
    pause: !balance,
  });
  if (!balance) return null;
  const { currency } = balance;
  const comparisons = data?.balanceComparisons.nodes ?? [];
  const lines: readonly ChartPart[] = [
    { key: 'available', label: text('balances.lineAvailable'), color: 0 },
    { key: 'reserved', label: text('balances.lineReserved'), color: 2 },
    ...(comparisons.length === 0
      ? []
      : ([{ key: 'provider', label: text('compare.figure'), color: 4, isPoints: true }] as const)),
  ];
  let held: Figures | null = null;
  const columns = range.starts.map((start, place) => {
    // The series leaves out buckets without a change, so a missing bucket equals the one before it.
    held = data?.balanceSeries.findLast(({ at }) => at === start) ?? held;
    const end = range.starts[place + 1] ?? range.input.to;
    // Comparisons are sorted newest first, so the first match is the bucket's latest.
    const compared = comparisons.find(({ comparedAt }) => start <= comparedAt && comparedAt < end);
    const figures = [held?.available, held?.reserved, compared?.providerFigure].slice(0, lines.length);
    const words = figures.map((figure) => (figure === undefined ? '–' : formatAmount(figure, currency)));
    const word = range.word(start);
    return {
      key: start,
      word,
      words,
      title: `${word}: ${words.join(', ')}`,
      values: figures.map((figure) => (figure === undefined ? null : Number(figure))),
    };
  });
  return (
    <>
      <div className={form.filter}>
        <SelectField
          label={text('charts.period')}
          choices={CHART_PERIODS.map((value) => ({ value, word: text(`charts.period.${value}`) }))}
          value={period}
          onChange={(value) => {
            setPeriod(CHART_PERIODS.find((known) => known === value) ?? 'week');
          }}
        />
        {balances.length > 1 ? (
          <SelectField
            label={text('balances.balance')}
            choices={balances.map((each, place) => ({
              value: String(place),
              word: `${each.currency}, ${each.account.name}`,
            }))}
            value={String(balances.indexOf(balance))}
            onChange={(value) => {
              setIndex(Number(value));
            }}
          />
        ) : null}
      </div>
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          onRetry={() => {
            execute();
          }}
        />
      ) : null}
      {!data && !error ? <Loading /> : null}
      {data ? (
        <ChartFigure
          title={text('balances.expected')}
          headline={formatAmount(balance.available, currency)}
          legend={lines}
          table={{
            head: [text('charts.time'), ...lines.map(({ label }) => label)],
            rows: data.balanceSeries.length === 0 ? [] : columns.map(({ word, words }) => [word, ...words]),
          }}
        >
          <LineChart
            label={text('balances.expected')}
            columns={columns}
            lines={lines}
            format={(value) => compact.format(value)}
            isStepped
          />
        </ChartFigure>
      ) : null}
      <PastComparisons comparisons={comparisons} currency={currency} />
    </>
  );
}
