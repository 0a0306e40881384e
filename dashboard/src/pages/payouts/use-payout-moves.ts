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

// Counts are several statements: payouts that move a hundred times a second must not ask for them as often.
const SETTLE_MS = 1_000;

/**
 * Acts, once a second at most, whenever payouts have changed.
 *
 * @param after where the log of changes stood before what is read again was read; null until that is known
 */
export function usePayoutMoves(after: string | null, act: () => void): void {
  const client = useClient();
  const isPaused = usePaused();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  // Where the first page stood: each later one is read because of what came after it.
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
