import { Fragment, type ReactElement, type ReactNode, useRef } from 'react';
import type { List } from '../live/use-list.js';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import css from './list-table.module.css';
import { FailureNotice, Notice, Skeleton } from './notice.js';
import { useCellLabels } from './use-cell-labels.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useVisibleRows } from './use-visible-rows.js';

interface Ordering {
  readonly direction: 'ascending' | 'descending' | 'none';
  readonly onTurn: () => void;
}

/** A column header; a string if it is only a title. */
export type Head =
  | string
  | { readonly title: string; readonly isNumber?: true | undefined; readonly ordering?: Ordering | undefined };

interface ListTableProps {
  readonly label: string;
  readonly columns: readonly Head[];
  readonly list: Omit<List<{ readonly id: string }>, 'store'>;
  /** Renders a row with a cell for each column. */
  readonly renderRow: (id: string) => ReactElement;
  /** Shown if there are no rows. */
  readonly empty: string;
  /** The action that creates the first row, shown if no filter is active. */
  readonly first?: ReactNode;
  /** Clears the filter; null if none is active. */
  readonly onClear: (() => void) | null;
  /** Extends the filter's period; absent or null if it has no start. */
  readonly onExtend?: (() => void) | null;
}

const SKELETON_ROWS = 6;
// The value ARIA defines for an unknown number of rows.
const UNKNOWN_COUNT = -1;

/** A list in all its states. Loaded rows stay while more are loading, and if loading fails. */
export function ListTable({ label, columns, list, renderRow, empty, ...ways }: ListTableProps): ReactElement {
  const text = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const visible = useVisibleRows(body, list.ids.length);
  useCellLabels(body);
  const group = useRef<HTMLDivElement>(null);
  useKeptFocus(group);
  const { ids, isLoading, failure, hasMore, loadMore, reload } = list;
  const isFirstLoad = isLoading && ids.length === 0;
  if (ids.length === 0 && failure) return <FailureNotice failure={failure} onRetry={reload} />;
  if (ids.length === 0 && !isLoading) {
    return (
      <Notice>
        <p>{empty}</p>
        <div className={css.ways}>
          {ways.onClear ? null : ways.first}
          {ways.onClear ? <Button onClick={ways.onClear}>{text('list.clear')}</Button> : null}
          {ways.onExtend ? <Button onClick={ways.onExtend}>{text('list.extend')}</Button> : null}
        </div>
      </Notice>
    );
  }
  return (
    <>
      {failure ? <FailureNotice failure={failure} onRetry={reload} /> : null}
      {/* Keyboard users can scroll it on screens narrower than its columns. */}
      <div ref={group} className={css.scroll} tabIndex={0} role="group" aria-label={text('list.scroll', { label })}>
        <table
          className={css.table}
          aria-label={label}
          aria-busy={isLoading}
          aria-rowcount={hasMore ? UNKNOWN_COUNT : ids.length + 1}
        >
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((head) => (
                <HeadCell key={typeof head === 'string' ? head : head.title} head={head} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <Space height={visible.before} columns={columns.length} />
            {isFirstLoad
              ? Array.from({ length: SKELETON_ROWS }, (_, row) => (
                  <tr key={row}>
                    <td colSpan={columns.length}>
                      <Skeleton />
                    </td>
                  </tr>
                ))
              : ids.slice(visible.first, visible.end).map((id) => <Fragment key={id}>{renderRow(id)}</Fragment>)}
            <Space height={visible.after} columns={columns.length} />
          </tbody>
        </table>
      </div>
      {hasMore ? (
        <div className={css.more}>
          <Button onClick={loadMore} disabled={isLoading}>
            {text('list.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function HeadCell({ head }: { readonly head: Head }): ReactElement {
  const { title, isNumber, ordering }: Exclude<Head, string> = typeof head === 'string' ? { title: head } : head;
  return (
    <th scope="col" className={isNumber ? css.number : undefined} aria-sort={ordering?.direction}>
      {ordering ? (
        <button type="button" className={css.order} onClick={ordering.onTurn}>
          {title}
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/** Takes up the height of the rows outside the viewport. */
function Space({ height, columns }: { readonly height: number; readonly columns: number }): ReactElement | null {
  if (height === 0) return null;
  return (
    <tr aria-hidden className={css.space}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** A cell with text that may wrap. */
export function LongCell({ children }: { readonly children: ReactNode }): ReactElement {
  return <td className={css.long}>{children}</td>;
}

export function NumberCell({ children }: { readonly children: ReactNode }): ReactElement {
  return <td className={css.number}>{children}</td>;
}
