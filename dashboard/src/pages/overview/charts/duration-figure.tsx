import type { ReactElement } from 'react';
import { ChartFigure, type ChartPart } from '../../../charts/chart-figure.js';
import { LineChart } from '../../../charts/line-chart.js';
import type { ChartRange } from '../../../charts/period.js';
import { formatDuration } from '../../../text/duration.js';
import { useText } from '../../../text/use-text.js';
import { mainCurrency } from './main-currency.js';
import type { PayoutPoint } from './series-documents.js';

interface DurationFigureProps {
  readonly points: readonly PayoutPoint[];
  readonly range: ChartRange;
}

/** Charts how long payouts took until they were paid, in the most frequent currency. */
export function DurationFigure({ points, range }: DurationFigureProps): ReactElement {
  const text = useText();
  const completed = points.filter(({ status }) => status === 'COMPLETED');
  const currency = mainCurrency(completed);
  const own = completed.filter((point) => point.currency === currency);
  const lines: readonly ChartPart[] = [
    { key: 'median', label: text('charts.median'), color: 0 },
    { key: 'p95', label: text('charts.p95'), color: 2 },
  ];
  const columns = range.starts.map((start) => {
    const point = own.find((each) => each.start === start);
    const values = [point?.medianSecondsToFinal, point?.p95SecondsToFinal].map((seconds) =>
      seconds ? Number(seconds) : null,
    );
    const words = values.map((seconds) => (seconds === null ? '–' : formatDuration(seconds)));
    const word = range.word(start);
    return { key: start, word, title: `${word}: ${words.join(', ')}`, values, words };
  });
  const title = currency === null ? text('charts.duration') : text('charts.durationIn', { currency });
  const last = columns.findLast(({ values }) => values[0] !== null);
  return (
    <ChartFigure
      title={title}
      headline={
        last && text('charts.durationLast', { median: last.words[0] ?? '', p95: last.words[1] ?? '', at: last.word })
      }
      legend={lines}
      table={{
        head: [text('charts.time'), ...lines.map(({ label }) => label)],
        rows: own.length === 0 ? [] : columns.map(({ word, words }) => [word, ...words]),
      }}
    >
      <LineChart label={title} columns={columns} lines={lines} format={formatDuration} />
    </ChartFigure>
  );
}
