import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ListTable, NumberCell } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import type { LiveList } from '../../live/use-live-list.js';
import { type RowStore, useRow } from '../../live/row-store.js';
import { formatAmount } from '../../text/amount.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { PAYOUT_TONES } from './payout-status.js';
import type { PayoutRow } from './payouts-documents.js';

type PayoutLink = '/payouts/$id' | '/unconfirmed/$id';

interface PayoutsTableProps {
  readonly label: string;
  readonly list: LiveList<PayoutRow>;
  /** Where a row leads. */
  readonly page?: PayoutLink;
  readonly empty: string;
  readonly onClear: (() => void) | null;
}

/** Payouts as rows, each a link to its page. */
export function PayoutsTable({ label, list, page = '/payouts/$id', empty, onClear }: PayoutsTableProps): ReactElement {
  const text = useText();
  return (
    <ListTable
      label={label}
      columns={[
        text('payout.payout'),
        text('payout.statusName'),
        { title: text('payout.amount'), isNumber: true },
        text('payout.recipient'),
        text('payout.destination'),
        text('payout.created'),
      ]}
      list={list}
      renderRow={(id) => <PayoutCells id={id} store={list.store} page={page} />}
      empty={empty}
      onClear={onClear}
    />
  );
}

interface PayoutCellsProps {
  readonly id: string;
  readonly store: RowStore<PayoutRow>;
  readonly page: PayoutLink;
}

function PayoutCells({ id, store, page }: PayoutCellsProps): ReactElement | null {
  const text = useText();
  const payout = useRow(store, id);
  if (!payout) return null;
  const { status, amount, currency, recipient, destination, externalId, createdAt } = payout;
  return (
    <tr>
      <th scope="row">
        <Link to={page} params={{ id }}>
          {externalId ?? id}
        </Link>
      </th>
      <td>
        <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />
      </td>
      <NumberCell>{formatAmount(amount, currency)}</NumberCell>
      <td>{recipient.requisites}</td>
      <td>{destination}</td>
      <td>
        <Time at={createdAt} />
      </td>
    </tr>
  );
}
