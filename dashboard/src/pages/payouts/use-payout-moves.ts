import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../api/graphql.js';
import { listen } from '../../api/listen.js';
import { usePaused } from '../../live/paused.js';

const PAYOUT_MOVES = graphql(`
  subscription PayoutMoves($after: String) {
    payoutChanged(after: $after) {
      cursor
    }
  }
`);

// Debounce: each count takes several SQL statements, and payouts may change a hundred times a second.
const SETTLE_MS = 1_000;

/**
 * Calls back when payouts change, at most once a second.
 * @param after log position before the first read; null while loading
 */
export function usePayoutMoves(after: string | null, act: () => void): void {
  const client = useClient();
  const isPaused = usePaused();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  // Keeps the first log position. Later reads are caused by the changes after it.
  const [since, setSince] = useState(after);
  if (since === null && after !== null) setSince(after);
  useEffect(() => {
    if (isPaused || since === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = listen(client, PAYOUT_MOVES, { after: since }, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, SETTLE_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [client, isPaused, since]);
}
