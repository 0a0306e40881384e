import type { ReactElement } from 'react';
import { BarChart } from '../../../charts/bar-chart.js';
import { ChartFigure, type ChartPart } from '../../../charts/chart-figure.js';
import type { ChartRange } from '../../../charts/period.js';
import { formatAmount } from '../../../text/amount.js';
import { sumsByCurrency } from '../../../text/sums.js';
import { useText } from '../../../text/use-text.js';
import { mainCurrency } from './main-currency.js';
import type { OrderPoint } from './series-documents.js';

interface VolumeFigureProps {
  readonly points: readonly OrderPoint[];
  readonly range: ChartRange;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/** Charts the amounts of paid orders by creation time and method, in the most frequent currency. */
export function VolumeFigure({ points, range }: VolumeFigureProps): ReactElement {
  const text = useText();
  const currency = mainCurrency(points.map((point) => ({ ...point, count: point.paid })));
  const paid = points.filter((point) => point.paid > 0 && point.currency === currency);
  const methods = [...new Set(paid.map(({ method }) => method))];
  const parts = methods.map((method, index): ChartPart => {
    return { key: method, label: text(`order.method.${method}`), color: (index % 7) as ChartPart['color'] };
  });
  const sumOf = (some: readonly OrderPoint[]): string => {
    const money = some.map(({ paidAmount }) => ({ amount: paidAmount, currency: currency ?? '' }));
    return sumsByCurrency(money).map((sum) => formatAmount(sum.amount, sum.currency))[0] ?? '0';
  };
  const columns = range.starts.map((start) => {
    const here = paid.filter((point) => point.start === start);
    const heights = here.map(({ method, paidAmount }) => [method, Number(paidAmount)] as const);
    const word = range.word(start);
    return { key: start, word, title: `${word}: ${sumOf(here)}`, parts: Object.fromEntries(heights), here };
  });
  const title = currency === null ? text('charts.volume') : text('charts.volumeIn', { currency });
  return (
    <ChartFigure
      title={title}
      headline={sumOf(paid)}
      legend={parts}
      table={{
        head: [text('charts.time'), ...parts.map(({ label }) => label)],
        rows:
          paid.length === 0
            ? []
            : columns.map(({ word, here }) => [
                word,
                ...methods.map((method) => sumOf(here.filter((point) => point.method === method))),
              ]),
      }}
    >
      <BarChart label={title} columns={columns} parts={parts} format={(value) => compact.format(value)} />
    </ChartFigure>
  );
}
