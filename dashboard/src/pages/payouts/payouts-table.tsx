import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { type Column, ColumnCells, headsOf } from '../../design/columns.js';
import { ListTable } from '../../design/list-table.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { useRow } from '../../live/row-store.js';
import { useText } from '../../text/use-text.js';

interface NamedRow {
  readonly id: string;
  readonly externalId: string | null;
}

interface PayoutsTableProps<Row extends NamedRow> {
  readonly label: string;
  readonly list: LiveList<Row>;
  /** The visible columns. */
  readonly columns: readonly Column<Row>[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Whether rows open the panel to find out what happened. */
  readonly opensResolution?: true;
  readonly empty: string;
  readonly first?: ReactNode;
  readonly onClear: (() => void) | null;
  readonly onExtend: (() => void) | null;
}

export function PayoutsTable<Row extends NamedRow>({
  columns,
  sort,
  onSort,
  opensResolution,
  ...table
}: PayoutsTableProps<Row>): ReactElement {
  const text = useText();
  return (
    <ListTable
      {...table}
      columns={[text('payout.payout'), ...headsOf(columns, { sort, onSort })]}
      renderRow={(id) => <PayoutCells id={id} list={table.list} columns={columns} opensResolution={opensResolution} />}
    />
  );
}

interface PayoutCellsProps<Row extends NamedRow> {
  readonly id: string;
  readonly list: LiveList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly opensResolution: true | undefined;
}

function PayoutCells<Row extends NamedRow>({
  id,
  list,
  columns,
  opensResolution,
}: PayoutCellsProps<Row>): ReactElement | null {
  const payout = useRow(list.store, id);
  if (!payout) return null;
  return (
    <tr {...marksOf(list, payout)}>
      <th scope="row">
        <Link to="/payouts/$id" params={{ id }} search={{ resolve: opensResolution }}>
          {payout.externalId ?? id}
        </Link>
      </th>
      <ColumnCells columns={columns} row={payout} />
    </tr>
  );
}
