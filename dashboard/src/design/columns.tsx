import type { ReactElement, ReactNode } from 'react';
import { useText } from '../text/use-text.js';
import { CheckList } from './choices.js';
import { type Head, LongCell, NumberCell } from './list-table.js';

/** An optional column. The first column of a list names its rows and always shows. */
export interface Column<Row> {
  /** The column's name in the URL. */
  readonly name: string;
  readonly title: string;
  readonly isNumber?: true;
  /** Whether the text may wrap. */
  readonly isLong?: true;
  readonly isOrdered?: true;
  /** Hidden by default. */
  readonly isExtra?: true;
  readonly cell: (row: Row) => ReactNode;
}

/**
 * Returns the visible columns.
 * @param names comma-separated; undefined means the defaults
 */
export function shownColumns<Row>(columns: readonly Column<Row>[], names: string | undefined): readonly Column<Row>[] {
  const chosen = names?.split(',');
  return columns.filter(({ name, isExtra }) => (chosen ? chosen.includes(name) : isExtra !== true));
}

interface Order {
  /** A column name, prefixed with `-` for descending order. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Returns the column headers. The first press sorts descending, the next one ascending. */
export function headsOf<Row>(columns: readonly Column<Row>[], { sort, onSort }: Order): Head[] {
  return columns.map(({ name, title, isNumber, isOrdered }) => ({
    title,
    isNumber,
    ordering: isOrdered && {
      direction: sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none',
      onTurn: () => {
        onSort(sort === `-${name}` ? name : `-${name}`);
      },
    },
  }));
}

interface ColumnCellsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}

// The value for no columns at all: an absent parameter means the defaults.
const NONE = 'none';

/** Renders the cells after a row's first one. */
export function ColumnCells<Row>({ columns, row }: ColumnCellsProps<Row>): ReactElement {
  return (
    <>
      {columns.map(({ name, isNumber, isLong, cell }) => {
        const Cell = isNumber ? NumberCell : isLong ? LongCell : 'td';
        return <Cell key={name}>{cell(row)}</Cell>;
      })}
    </>
  );
}

interface ColumnChoiceProps {
  readonly columns: readonly Pick<Column<never>, 'name' | 'title' | 'isExtra'>[];
  readonly names: string | undefined;
  readonly onChange: (names: string) => void;
}

/** Shows and hides columns without changing their order. */
export function ColumnChoice({ columns, names, onChange }: ColumnChoiceProps): ReactElement {
  const text = useText();
  const chosen = names?.split(',') ?? columns.filter(({ isExtra }) => !isExtra).map(({ name }) => name);
  return (
    <CheckList
      label={text('list.columns')}
      choices={columns.map(({ name, title }) => ({ value: name, word: title }))}
      chosen={chosen}
      onChange={(changed) => {
        onChange(columns.flatMap(({ name }) => (changed.includes(name) ? name : [])).join(',') || NONE);
      }}
    />
  );
}
