import type { ReactElement } from 'react';
import { BarChart, formatCount } from '../../../charts/bar-chart.js';
import { ChartFigure, type ChartPart } from '../../../charts/chart-figure.js';
import type { ChartRange } from '../../../charts/period.js';
import { formatDuration } from '../../../text/duration.js';
import { useText } from '../../../text/use-text.js';
import type { WebhookPoint } from './series-documents.js';

interface EndsFigureProps {
  readonly points: readonly WebhookPoint[];
  readonly range: ChartRange;
}

const SOURCES = ['ORDERS', 'PAYOUTS'] as const;

/** Charts how Purser learned that orders and payouts ended: by webhook, or by a poll if the webhook was missing. */
export function EndsFigure({ points, range }: EndsFigureProps): ReactElement {
  const text = useText();
  const parts: readonly (ChartPart & { readonly key: 'endsByWebhook' | 'endsByPoll' | 'endsOtherwise' })[] = [
    { key: 'endsByWebhook', label: text('charts.endsByWebhook'), color: 1 },
    { key: 'endsByPoll', label: text('charts.endsByPoll'), color: 2 },
    { key: 'endsOtherwise', label: text('charts.endsOtherwise'), color: 5 },
  ];
  const sum = (some: readonly WebhookPoint[], key: (typeof parts)[number]['key']): number =>
    some.reduce((all, point) => all + point[key], 0);
  const columns = range.starts.map((start) => {
    const here = points.filter((point) => point.start === start);
    const heights = parts.map(({ key }) => [key, sum(here, key)] as const);
    const delays = SOURCES.map((source) => here.find((point) => point.source === source)?.p95DelaySeconds ?? null);
    const word = range.word(start);
    const title = `${word}: ${parts.map(({ label }, index) => `${label} ${heights[index]?.[1] ?? 0}`).join(', ')}`;
    return { key: start, word, title, parts: Object.fromEntries(heights), counts: heights.map(([, n]) => n), delays };
  });
  const [webhooks, all] = [sum(points, 'endsByWebhook'), parts.reduce((n, { key }) => n + sum(points, key), 0)];
  return (
    <ChartFigure
      title={text('charts.ends')}
      headline={all === 0 ? undefined : text('charts.endsShare', { percent: Math.floor((webhooks * 100) / all) })}
      legend={parts}
      table={{
        head: [
          text('charts.time'),
          ...parts.map(({ label }) => label),
          ...SOURCES.map((source) => text(`charts.delay.${source}`)),
        ],
        rows:
          all === 0
            ? []
            : columns.map(({ word, counts, delays }) => [
                word,
                ...counts.map(String),
                ...delays.map((delay) => (delay === null ? '–' : formatDuration(Number(delay)))),
              ]),
      }}
    >
      <BarChart label={text('charts.ends')} columns={columns} parts={parts} format={formatCount} />
    </ChartFigure>
  );
}
