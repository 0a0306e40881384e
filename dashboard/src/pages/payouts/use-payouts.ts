import { useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import type { VariablesOf } from '../../api/graphql.js';
import { listen } from '../../api/listen.js';
import { type LiveList, useLiveList } from '../../live/use-live-list.js';
import { PAYOUT_CHANGES, type PayoutRow, PAYOUTS } from './payouts-documents.js';

export type PayoutFilter = NonNullable<VariablesOf<typeof PAYOUTS>['filter']>;
export type PayoutSort = NonNullable<VariablesOf<typeof PAYOUTS>['sort']>;

/** A live list of payouts. */
export function usePayouts(
  filter: PayoutFilter,
  sort: PayoutSort,
  mayShow?: (payout: PayoutRow) => boolean,
): LiveList<PayoutRow> {
  const client = useClient();
  // By what they say: a page makes them again whenever it is drawn.
  const wanted = JSON.stringify({ filter, sort });
  const read = useCallback(
    async (after: string | null) => {
      const variables = { ...(JSON.parse(wanted) as { filter: PayoutFilter; sort: PayoutSort }), after };
      const { data, error } = await client.query(PAYOUTS, variables);
      return data?.payouts ?? failureOf(error);
    },
    [client, wanted],
  );
  const subscribe = useCallback(
    (after: string, onChange: (payout: PayoutRow, cursor: string) => void) =>
      listen(client, PAYOUT_CHANGES, { after }, ({ payoutChanged: { payout, cursor } }) => {
        onChange(payout, cursor);
      }),
    [client],
  );
  return useLiveList(read, subscribe, mayShow);
}
