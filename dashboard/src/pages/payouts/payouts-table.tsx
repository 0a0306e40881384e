import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { type Column, ColumnCells, headsOf } from '../../design/columns.js';
import { ListTable } from '../../design/list-table.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { useRow } from '../../live/row-store.js';
import { useText } from '../../text/use-text.js';

type PayoutLink = '/payouts/$id' | '/unconfirmed/$id';

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
  /** The page that rows link to. */
  readonly page?: PayoutLink;
  readonly empty: string;
  readonly first?: ReactNode;
  readonly onClear: (() => void) | null;
  readonly onExtend: (() => void) | null;
}

export function PayoutsTable<Row extends NamedRow>({
  columns,
  sort,
  onSort,
  page = '/payouts/$id',
  ...table
}: PayoutsTableProps<Row>): ReactElement {
  const text = useText();
  return (
    <ListTable
      {...table}
      columns={[text('payout.payout'), ...headsOf(columns, { sort, onSort })]}
      renderRow={(id) => <PayoutCells id={id} list={table.list} columns={columns} page={page} />}
    />
  );
}

interface PayoutCellsProps<Row extends NamedRow> {
  readonly id: string;
  readonly list: LiveList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly page: PayoutLink;
}

function PayoutCells<Row extends NamedRow>({ id, list, columns, page }: PayoutCellsProps<Row>): ReactElement | null {
  const payout = useRow(list.store, id);
  if (!payout) return null;
  return (
    <tr {...marksOf(list, payout)}>
      <th scope="row">
        <Link to={page} params={{ id }}>
          {payout.externalId ?? id}
        </Link>
      </th>
      <ColumnCells columns={columns} row={payout} />
    </tr>
  );
}
