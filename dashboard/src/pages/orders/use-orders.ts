import { useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import type { VariablesOf } from '../../api/graphql.js';
import { listen } from '../../api/listen.js';
import { type LiveList, useLiveList } from '../../live/use-live-list.js';
import { ORDER_CHANGES, type OrderRow, ORDERS } from './orders-documents.js';

export type OrderFilter = NonNullable<VariablesOf<typeof ORDERS>['filter']>;

interface Wanted {
  readonly filter: OrderFilter;
  readonly sort: NonNullable<VariablesOf<typeof ORDERS>['sort']>;
}

export function useOrders(wanted: Wanted, mayShow?: (order: OrderRow) => boolean): LiveList<OrderRow> {
  const client = useClient();
  // Serialised, so the dependency compares by value: `wanted` is a new object on every render.
  const variables = JSON.stringify(wanted);
  const read = useCallback(
    async (after: string | null) => {
      const { data, error } = await client.query(ORDERS, { ...(JSON.parse(variables) as Wanted), after });
      return data?.orders ?? failureOf(error);
    },
    [client, variables],
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
