import { useEffect, useRef } from 'react';
import { useClient, useQuery } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { listen } from '../../api/listen.js';
import { usePaused } from '../../live/paused.js';
import { type Order, ORDER, ORDER_CHANGED } from './order-documents.js';

export interface ShownOrder {
  readonly order: Order | null;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
  readonly reload: () => void;
}

/** Loads one order, and reloads it whenever it changes. */
export function useOrder(id: string): ShownOrder {
  const client = useClient();
  const isPaused = usePaused();
  const [{ data, error, fetching }, execute] = useQuery({ query: ORDER, variables: { id } });
  const isRead = data?.order?.id === id;
  const heard = useRef<string | null>(null);
  useEffect(() => {
    heard.current = data?.order?.timeline.at(-1)?.cursor ?? null;
  }, [data]);
  useEffect(() => {
    if (isPaused || !isRead) return undefined;
    return listen(client, ORDER_CHANGED, { orderId: id, after: heard.current }, () => {
      execute();
    });
  }, [client, id, execute, isPaused, isRead]);
  return {
    order: data?.order ?? null,
    isLoading: fetching,
    failure: error ? failureOf(error) : null,
    reload: () => {
      execute();
    },
  };
}
