import type { ReactElement } from 'react';
import { BarChart, formatCount } from '../../../charts/bar-chart.js';
import { ChartFigure, type ChartPart } from '../../../charts/chart-figure.js';
import type { ChartRange } from '../../../charts/period.js';
import { useText } from '../../../text/use-text.js';
import { PAYOUT_STATUSES, PAYOUT_TONES } from '../../payouts/payout-status.js';
import type { PayoutPoint } from './series-documents.js';

interface StatesFigureProps {
  readonly points: readonly PayoutPoint[];
  readonly range: ChartRange;
}

type Tone = (typeof PAYOUT_TONES)[keyof typeof PAYOUT_TONES];

/** Statuses with the same tone form one part of a column. The table lists each status. */
const PARTS: readonly (readonly [Tone, ChartPart['color']])[] = [
  ['good', 6],
  ['moving', 0],
  ['warn', 2],
  ['bad', 4],
  ['done', 5],
];

/** Charts payouts by creation time and current status. */
export function StatesFigure({ points, range }: StatesFigureProps): ReactElement {
  const text = useText();
  const countOf = (some: readonly PayoutPoint[]): number => some.reduce((sum, { count }) => sum + count, 0);
  const statuses = PAYOUT_STATUSES.filter((status) => points.some((point) => point.status === status));
  const parts = PARTS.map(([tone, color]): ChartPart => ({ key: tone, label: text(`charts.state.${tone}`), color }));
  const shown = parts.filter(({ key }) => points.some(({ status }) => PAYOUT_TONES[status] === key));
  const columns = range.starts.map((start) => {
    const here = points.filter((point) => point.start === start);
    const heights = shown.map(
      ({ key }) => [key, countOf(here.filter(({ status }) => PAYOUT_TONES[status] === key))] as const,
    );
    const word = range.word(start);
    const title = `${word}: ${text('charts.payoutCount', { count: countOf(here) })}`;
    return { key: start, word, title, parts: Object.fromEntries(heights), here };
  });
  return (
    <ChartFigure
      title={text('charts.states')}
      headline={text('charts.payoutCount', { count: countOf(points) })}
      legend={shown}
      table={{
        head: [text('charts.time'), ...statuses.map((status) => text(`payout.status.${status}`))],
        rows:
          points.length === 0
            ? []
            : columns.map(({ word, here }) => [
                word,
                ...statuses.map((status) => String(countOf(here.filter((point) => point.status === status)))),
              ]),
      }}
    >
      <BarChart label={text('charts.states')} columns={columns} parts={shown} format={formatCount} />
    </ChartFigure>
  );
}
