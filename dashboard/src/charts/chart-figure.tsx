import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { Button } from '../design/button.js';
import { useText } from '../text/use-text.js';
import css from './charts.module.css';

/** The chart's numbers as a table. The first cell of a row is its header. */
export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ChartPart {
  readonly key: string;
  readonly label: string;
  /** Index into the chart colours. */
  readonly color: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  /** For a line: whether its values are single measurements, which no line connects. */
  readonly isPoints?: true;
}

interface ChartFigureProps {
  readonly title: string;
  /** The most important number, shown above the chart. */
  readonly headline?: string | undefined;
  readonly legend?: readonly ChartPart[];
  readonly table: ChartTable;
  readonly children: ReactNode;
}

/** Shows a chart, or the same numbers as a table if the reader prefers. */
export function ChartFigure({ title, headline, legend = [], table, children }: ChartFigureProps): ReactElement {
  const text = useText();
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const isEmpty = table.rows.length === 0;
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <div className={css.head}>
        <figcaption id={id} className={css.title}>
          {title}
        </figcaption>
        {isEmpty ? null : (
          <Button
            tone="quiet"
            onClick={() => {
              setIsTable(!isTable);
            }}
          >
            {text(isTable ? 'charts.asChart' : 'charts.asTable')}
          </Button>
        )}
      </div>
      {headline === undefined || isEmpty ? null : <p className={css.headline}>{headline}</p>}
      {isEmpty ? <p className={css.none}>{text('charts.none')}</p> : null}
      {isTable && !isEmpty ? <NumbersTable label={title} {...table} /> : null}
      {isTable || isEmpty ? null : (
        <>
          {children}
          {legend.length > 1 ? (
            <ul className={css.legend}>
              {legend.map(({ key, label, color }) => (
                <li key={key}>
                  <svg className={css.swatch} viewBox="0 0 10 10" aria-hidden="true">
                    <rect className={css[`fill${color}`]} width="10" height="10" rx="2" />
                  </svg>
                  {label}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
    </figure>
  );
}

function NumbersTable({ label, head, rows }: ChartTable & { readonly label: string }): ReactElement {
  return (
    // Keyboard users can scroll a table that is wider than its figure.
    <div className={css.scroller} tabIndex={0} role="group" aria-label={label}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
