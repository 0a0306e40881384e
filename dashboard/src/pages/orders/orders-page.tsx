import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { type Column, ColumnCells, ColumnChoice, headsOf, shownColumns } from '../../design/columns.js';
import type { FilterValues } from '../../design/filter-form.js';
import { ListHead } from '../../design/list-head.js';
import { Added } from '../../design/plain-head.js';
import { ListTable } from '../../design/list-table.js';
import { useRow } from '../../live/row-store.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { useText } from '../../text/use-text.js';
import { isSet, toApiSort, waysOut, word } from '../list-filter.js';
import { mayMatch, orderFields, parseOrderSearch, toOrderFilter } from './order-filter.js';
import { orderColumns } from './order-columns.js';
import { ORDER_FACETS, type OrderRow } from './orders-documents.js';
import { useOrders } from './use-orders.js';

const NEWEST_FIRST = '-created';

/** Lists the orders. The URL holds the filter, except for a customer. */
export function OrdersPage(): ReactElement {
  const text = useText();
  const search = useSearch({ from: '/signed-in/orders' });
  const navigate = useNavigate({ from: '/orders' });
  const mayCreate = useHolds('orders:create');
  const [customer, setCustomer] = useState<string>();
  const filter = toOrderFilter(search, customer);
  const [isChoosing, setIsChoosing] = useState(false);
  // Searches by customer are rate-limited, so no counts are loaded for them.
  const [counts] = useQuery({
    query: ORDER_FACETS,
    variables: { filter },
    pause: !isChoosing || customer !== undefined,
  });
  const values = { ...search, ...(customer !== undefined && { customer }) };
  const columns = shownColumns(orderColumns(text), search.columns);
  const sort = search.sort ?? NEWEST_FIRST;
  const empty = isSet(search) ? 'orders.noMatch' : 'orders.none';
  const list = useOrders({ filter, sort: toApiSort(sort) }, (order) => mayMatch(search, order));
  const show = ({ customer: wanted, ...changed }: FilterValues): void => {
    setCustomer(word(wanted));
    void navigate({ search: parseOrderSearch(changed) });
  };
  const onSort = (changed: string): void => {
    show({ ...values, sort: changed });
  };
  return (
    <>
      <ListHead
        title={text('orders.title')}
        searchLabel={text('orders.search')}
        fields={orderFields(text, counts.data?.orderFacets)}
        values={values}
        onFilter={show}
        onChoosing={() => {
          setIsChoosing(true);
        }}
        columns={
          <ColumnChoice
            columns={orderColumns(text)}
            names={search.columns}
            onChange={(names) => {
              show({ ...values, columns: names });
            }}
          />
        }
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
        columns={[text('order.order'), ...headsOf(columns, { sort, onSort })]}
        list={list}
        renderRow={(id) => <OrderCells id={id} list={list} columns={columns} />}
        empty={text(customer === undefined ? empty : 'orders.noCustomer')}
        first={mayCreate ? <Link to="/orders/new">{text('newOrder.title')}</Link> : null}
        {...waysOut(values, show)}
      />
    </>
  );
}

interface OrderCellsProps {
  readonly id: string;
  readonly list: LiveList<OrderRow>;
  readonly columns: readonly Column<OrderRow>[];
}

function OrderCells({ id, list, columns }: OrderCellsProps): ReactElement | null {
  const order = useRow(list.store, id);
  if (!order) return null;
  return (
    <tr {...marksOf(list, order)}>
      <th scope="row">
        <Link to="/orders/$id" params={{ id }}>
          {order.externalId}
        </Link>
      </th>
      <ColumnCells columns={columns} row={order} />
    </tr>
  );
}
