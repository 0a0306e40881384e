import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import type { FilterValues } from '../../design/filter-form.js';
import { Added, ListHead } from '../../design/list-head.js';
import { ListTable, NumberCell } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import { type RowStore, useRow } from '../../live/row-store.js';
import { formatAmount } from '../../text/amount.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { isSet } from '../list-filter.js';
import { mayMatch, orderFields, parseOrderSearch, toOrderFilter } from './order-filter.js';
import { ORDER_TONES } from './order-status.js';
import type { OrderRow } from './orders-documents.js';
import { useOrders } from './use-orders.js';

/** All orders, filtered by what the address says. */
export function OrdersPage(): ReactElement {
  const text = useText();
  const search = useSearch({ from: '/signed-in/orders' });
  const navigate = useNavigate({ from: '/orders' });
  const mayCreate = useHolds('orders:create');
  const list = useOrders(toOrderFilter(search), (order) => mayMatch(search, order));
  const show = (changed: FilterValues): void => void navigate({ search: parseOrderSearch(changed) });
  const isFiltered = isSet(search);
  return (
    <>
      <ListHead
        title={text('orders.title')}
        searchLabel={text('orders.search')}
        fields={orderFields(text)}
        values={{ ...search }}
        onFilter={show}
        action={
          mayCreate ? (
            <Button
              tone="primary"
              onClick={() => {
                void navigate({ to: '/orders/new' });
              }}
            >
              {text('newOrder.title')}
            </Button>
          ) : null
        }
        updates={<Added count={list.added} words={text('orders.added', { count: list.added })} onShow={list.reload} />}
      />
      <ListTable
        label={text('orders.title')}
        columns={[
          text('order.order'),
          text('order.statusName'),
          { title: text('order.amount'), isNumber: true },
          text('order.method'),
          text('order.created'),
          text('order.problem'),
        ]}
        list={list}
        renderRow={(id) => <OrderCells id={id} store={list.store} />}
        empty={text(isFiltered ? 'orders.noMatch' : 'orders.none')}
        onClear={
          isFiltered
            ? () => {
                show({});
              }
            : null
        }
      />
    </>
  );
}

function OrderCells({ id, store }: { readonly id: string; readonly store: RowStore<OrderRow> }): ReactElement | null {
  const text = useText();
  const order = useRow(store, id);
  if (!order) return null;
  const { status, amount, currency, method, externalId, createdAt, problem } = order;
  return (
    <tr>
      <th scope="row">
        <Link to="/orders/$id" params={{ id }}>
          {externalId}
        </Link>
      </th>
      <td>
        <Status tone={ORDER_TONES[status]} word={text(`order.status.${status}`)} />
      </td>
      <NumberCell>{formatAmount(amount, currency ?? '')}</NumberCell>
      <td>{text(`order.method.${method}`)}</td>
      <td>
        <Time at={createdAt} />
      </td>
      <td>{problem}</td>
    </tr>
  );
}
