import { useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import type { VariablesOf } from '../../api/graphql.js';
import { listen } from '../../api/listen.js';
import { type LiveList, useLiveList } from '../../live/use-live-list.js';
import { ORDER_CHANGES, type OrderRow, ORDERS } from './orders-documents.js';

export type OrderFilter = NonNullable<VariablesOf<typeof ORDERS>['filter']>;

/** A live list of orders, the newest first. */
export function useOrders(filter: OrderFilter, mayShow?: (order: OrderRow) => boolean): LiveList<OrderRow> {
  const client = useClient();
  // By what it says: a page makes it again whenever it is drawn.
  const wanted = JSON.stringify(filter);
  const read = useCallback(
    async (after: string | null) => {
      const variables = { filter: JSON.parse(wanted) as OrderFilter, after };
      const { data, error } = await client.query(ORDERS, variables);
      return data?.orders ?? failureOf(error);
    },
    [client, wanted],
  );
  const subscribe = useCallback(
    (after: string, onChange: (order: OrderRow, cursor: string) => void) =>
      listen(client, ORDER_CHANGES, { after }, ({ orderChanged: { order, cursor } }) => {
        onChange(order, cursor);
      }),
    [client],
  );
  return useLiveList(read, subscribe, mayShow);
}
