import { useEffect, useRef } from 'react';
import { useClient, useQuery } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { listen } from '../../api/listen.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { usePaused } from '../../live/paused.js';
import { type Payout, PAYOUT, PAYOUT_CHANGED } from './payout-documents.js';

export interface ShownPayout {
  readonly payout: Payout | null;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
  readonly reload: () => void;
}

/** Loads one payout, and reloads it whenever it changes. */
export function usePayout(id: string): ShownPayout {
  const client = useClient();
  const isPaused = usePaused();
  const [{ data, error, fetching }, execute] = useQuery({
    query: PAYOUT,
    variables: { id },
  });
  // The gate and change requests affect what the page shows, but do not change the payout itself.
  useDeskChanges(['GATE', 'CHANGE_REQUEST'], () => {
    execute();
  });
  const isRead = data?.payout?.id === id;
  const heard = useRef<string | null>(null);
  useEffect(() => {
    heard.current = data?.payout?.timeline.at(-1)?.cursor ?? null;
  }, [data]);
  useEffect(() => {
    if (isPaused || !isRead) return undefined;
    return listen(client, PAYOUT_CHANGED, { payoutId: id, after: heard.current }, () => {
      execute();
    });
  }, [client, id, execute, isPaused, isRead]);
  return {
    payout: data?.payout ?? null,
    isLoading: fetching,
    failure: error ? failureOf(error) : null,
    reload: () => {
      execute();
    },
  };
}
