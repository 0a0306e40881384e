import { BarStack } from '@visx/shape';
import { scaleOrdinal } from '@visx/scale';
import type { ReactElement } from 'react';
import { ChartArea } from './chart-area.js';
import type { ChartPart } from './chart-figure.js';
import css from './charts.module.css';

export interface BarColumn {
  readonly key: string;
  readonly word: string;
  /** Tooltip that describes the whole column. */
  readonly title: string;
  /** The height of each part, as a float for drawing. Amounts in texts come from decimal strings. */
  readonly parts: Readonly<Record<string, number>>;
}

interface BarChartProps {
  readonly label: string;
  readonly columns: readonly BarColumn[];
  /** The parts of each column, from bottom to top. */
  readonly parts: readonly ChartPart[];
  readonly format: (value: number) => string;
}

/** Formats the label of a tick. A tick at a fraction gets no label. */
export const formatCount = (count: number): string => (Number.isInteger(count) ? String(count) : '');

/** Draws stacked columns. */
export function BarChart({ label, columns, parts, format }: BarChartProps): ReactElement {
  const height = (column: BarColumn): number => parts.reduce((sum, { key }) => sum + (column.parts[key] ?? 0), 0);
  const keys = parts.map(({ key }) => key);
  const titles = new Map(columns.map(({ key, title }) => [key, title]));
  return (
    <ChartArea
      label={label}
      columns={columns}
      highest={Math.max(1, ...columns.map(height))}
      format={format}
      draw={({ x, y }) => (
        <BarStack
          data={[...columns]}
          keys={keys}
          x={({ key }) => key}
          value={({ parts: heights }, part) => heights[part] ?? 0}
          xScale={x}
          yScale={y}
          color={scaleOrdinal({ domain: keys, range: parts.map(({ color }) => `fill${color}`) })}
        >
          {(stacks) =>
            stacks.flatMap(({ bars, key: part }) =>
              bars
                .filter(({ height: size }) => size > 0)
                .map(({ x: left, y: top, width, height: size, color, bar }) => (
                  <rect
                    key={`${part} ${bar.data.key}`}
                    className={css[color]}
                    x={left}
                    y={top}
                    width={width}
                    height={size}
                  >
                    <title>{titles.get(bar.data.key)}</title>
                  </rect>
                )),
            )
          }
        </BarStack>
      )}
    />
  );
}
