import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type Column, ColumnCells, headsOf, shownColumns } from '../../design/columns.js';
import { ListTable } from '../../design/list-table.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { useRow } from '../../live/row-store.js';
import { useText } from '../../text/use-text.js';
import { payoutColumns } from './payout-columns.js';
import type { PayoutRow } from './payouts-documents.js';

type PayoutLink = '/payouts/$id' | '/unconfirmed/$id';

interface PayoutsTableProps {
  readonly label: string;
  readonly list: LiveList<PayoutRow>;
  /** The columns that are shown, as the address holds them. */
  readonly columns?: string | undefined;
  /** Where a row leads. */
  readonly page?: PayoutLink;
  readonly empty: string;
  readonly onClear: (() => void) | null;
}

/** Payouts as rows, each a link to its page. */
export function PayoutsTable(table: PayoutsTableProps): ReactElement {
  const { label, list, columns: names, page = '/payouts/$id', empty, onClear } = table;
  const text = useText();
  const columns = shownColumns(payoutColumns(text), names);
  return (
    <ListTable
      label={label}
      columns={[text('payout.payout'), ...headsOf(columns)]}
      list={list}
      renderRow={(id) => <PayoutCells id={id} list={list} columns={columns} page={page} />}
      empty={empty}
      onClear={onClear}
    />
  );
}

interface PayoutCellsProps {
  readonly id: string;
  readonly list: LiveList<PayoutRow>;
  readonly columns: readonly Column<PayoutRow>[];
  readonly page: PayoutLink;
}

function PayoutCells({ id, list, columns, page }: PayoutCellsProps): ReactElement | null {
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
