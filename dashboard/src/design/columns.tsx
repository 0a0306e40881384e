import type { ReactElement, ReactNode } from 'react';
import { useText } from '../text/use-text.js';
import { CheckList } from './choices.js';
import { type Head, LongCell, NumberCell } from './list-table.js';

/** A column that people may show or hide. The first one of a list, which names its rows, is none of these. */
export interface Column<Row> {
  /** As the address holds it. */
  readonly name: string;
  readonly title: string;
  readonly isNumber?: true;
  /** Whether its words may take several lines. */
  readonly isLong?: true;
  /** Whether rows can be ordered by it. */
  readonly isOrdered?: true;
  /** Hidden until it is chosen. */
  readonly isExtra?: true;
  readonly cell: (row: Row) => ReactNode;
}

/**
 * The columns that are shown.
 *
 * @param names separated by commas; undefined for those that nobody chose
 */
export function shownColumns<Row>(columns: readonly Column<Row>[], names: string | undefined): readonly Column<Row>[] {
  const chosen = names?.split(',');
  return columns.filter(({ name, isExtra }) => (chosen ? chosen.includes(name) : isExtra !== true));
}

interface Order {
  /** The name of the column that rows are ordered by, behind a minus where the largest comes first. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Their heads. One that is pressed has the largest come first, and the smallest when it is pressed again. */
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

// Said in the address, where nothing stands for those that nobody chose.
const NONE = 'none';

/** The cells of a row behind the first one. */
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

/** Shows and hides columns, which stay in their order. */
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
