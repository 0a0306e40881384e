import { curveStepAfter } from '@visx/curve';
import { LinePath } from '@visx/shape';
import type { ReactElement } from 'react';
import { ChartArea } from './chart-area.js';
import type { ChartPart } from './chart-figure.js';
import css from './charts.module.css';

export interface LineColumn {
  readonly key: string;
  readonly word: string;
  readonly title: string;
  /** A value per line, as a float for drawing; null is a gap. */
  readonly values: readonly (number | null)[];
}

interface LineChartProps {
  readonly label: string;
  readonly columns: readonly LineColumn[];
  readonly lines: readonly ChartPart[];
  readonly format: (value: number) => string;
  /** Whether each value holds until the next one. */
  readonly isStepped?: boolean;
}

/** Draws lines from left to right, with a dot for each value. */
export function LineChart({ label, columns, lines, format, isStepped = false }: LineChartProps): ReactElement {
  const all = columns.flatMap(({ values }) => values).filter((value) => value !== null);
  return (
    <ChartArea
      label={label}
      columns={columns}
      lowest={Math.min(0, ...all)}
      highest={Math.max(1, ...all)}
      format={format}
      draw={({ x, y }) => {
        const center = (key: string): number => (x(key) ?? 0) + x.bandwidth() / 2;
        return (
          <>
            {lines.map(({ key: name, color, isPoints }, line) => {
              const data = columns.filter(({ values }) => values[line] !== null);
              const place = ({ values }: LineColumn): number => y(values[line] ?? 0);
              return (
                <g key={name}>
                  {isPoints ? null : (
                    <LinePath
                      data={data}
                      x={({ key }) => center(key)}
                      y={place}
                      className={css[`stroke${color}`]}
                      {...(isStepped ? { curve: curveStepAfter } : {})}
                    />
                  )}
                  {data.map((column) => (
                    <circle
                      key={column.key}
                      className={css[`fill${color}`]}
                      cx={center(column.key)}
                      cy={place(column)}
                      r={isPoints ? 5 : 3.5}
                    >
                      <title>{column.title}</title>
                    </circle>
                  ))}
                </g>
              );
            })}
          </>
        );
      }}
    />
  );
}
