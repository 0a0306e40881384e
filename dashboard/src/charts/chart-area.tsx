import { scaleBand, scaleLinear } from '@visx/scale';
import { type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import css from './charts.module.css';

const HEIGHT = 180;
// The right margin fits half a label below a narrow last column.
const MARGIN = { top: 8, right: 16, bottom: 24, left: 46 } as const;

// Width of a label with its padding, so labels do not overlap.
const LABEL_WIDTH = 62;

export interface Scales {
  readonly x: ReturnType<typeof scaleBand<string>>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
}

interface ChartAreaProps {
  readonly label: string;
  /** The columns, from left to right. */
  readonly columns: readonly { readonly key: string; readonly word: string }[];
  readonly lowest?: number;
  readonly highest: number;
  readonly format: (value: number) => string;
  readonly draw: (scales: Scales) => ReactElement;
}

/** Draws both axes at the available width, and the chart between them. */
export function ChartArea({ label, columns, lowest = 0, highest, format, draw }: ChartAreaProps): ReactElement {
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const x = scaleBand({
    domain: columns.map(({ key }) => key),
    range: [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)],
    padding: 0.25,
  });
  const y = scaleLinear({ domain: [lowest, highest], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: 4 });
  const every = Math.ceil(columns.length / Math.max(1, Math.floor((width - MARGIN.left) / LABEL_WIDTH)));
  return (
    <div ref={area} className={css.area}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {y.ticks(4).map((value) => (
            <g key={value}>
              <line className={css.line} x1={MARGIN.left} x2={width} y1={y(value)} y2={y(value)} />
              <text className={css.label} x={MARGIN.left - 6} y={y(value) + 4} textAnchor="end">
                {format(value)}
              </text>
            </g>
          ))}
          {columns
            .filter((_, index) => (columns.length - 1 - index) % every === 0)
            .map(({ key, word }) => (
              <text
                key={key}
                className={css.label}
                x={(x(key) ?? 0) + x.bandwidth() / 2}
                y={HEIGHT - MARGIN.bottom + 16}
                textAnchor="middle"
              >
                {word}
              </text>
            ))}
          {draw({ x, y })}
        </svg>
      ) : null}
    </div>
  );
}

/** Returns an element's current width; 0 before the first layout. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(current.clientWidth);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
