import type { ReactElement } from 'react';
import charts from '../../../charts/charts.module.css';
import { ChartFigure } from '../../../charts/chart-figure.js';
import { useText } from '../../../text/use-text.js';
import css from './conversion-figure.module.css';
import type { OrderPoint } from './series-documents.js';

/** Charts the share of paid orders among those that ended, by method. Open orders are counted separately. */
export function ConversionFigure({ points }: { readonly points: readonly OrderPoint[] }): ReactElement {
  const text = useText();
  const rows = [...new Set(points.map(({ method }) => method))].map((method) => {
    const own = points.filter((point) => point.method === method);
    const sum = (count: 'created' | 'paid' | 'ended'): number => own.reduce((all, point) => all + point[count], 0);
    const [paid, ended] = [sum('paid'), sum('ended')];
    const percent = ended === 0 ? null : Math.round((paid * 100) / ended);
    return { name: text(`order.method.${method}`), paid, ended, open: sum('created') - ended, percent };
  });
  const share = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);
  return (
    <ChartFigure
      title={text('charts.conversion')}
      table={{
        head: [
          text('charts.method'),
          text('charts.paid'),
          text('charts.ended'),
          text('charts.open'),
          text('charts.share'),
        ],
        rows: rows.map(({ name, paid, ended, open, percent }) => [
          name,
          ...[paid, ended, open].map(String),
          share(percent),
        ]),
      }}
    >
      <ul className={css.rows}>
        {rows.map(({ name, paid, ended, open, percent }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={css.percent}>{share(percent)}</span>
            <svg className={css.bar} aria-hidden="true">
              <rect className={css.track} width="100%" height="100%" rx="4" />
              <rect className={charts['fill0']} width={`${percent ?? 0}%`} height="100%" rx="4" />
            </svg>
            <span className={css.counts}>{text('charts.ofEnded', { paid, ended, open })}</span>
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}
