import { useCallback } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import type { VariablesOf } from '../../api/graphql.js';
import { listen } from '../../api/listen.js';
import { type LiveList, type LivePage, type Row, useLiveList } from '../../live/use-live-list.js';
import type { PAYOUT_LIST } from './payouts-documents.js';

type Variables = VariablesOf<typeof PAYOUT_LIST.read>;

export type PayoutFilter = NonNullable<Variables['filter']>;

interface Wanted {
  readonly filter: PayoutFilter;
  readonly sort: NonNullable<Variables['sort']>;
}

interface PayoutDocuments<Payout extends Row> {
  readonly read: TypedDocumentNode<{ readonly payouts: LivePage<Payout> }, Variables>;
  readonly changes: TypedDocumentNode<
    { readonly payoutChanged: { readonly cursor: string; readonly payout: Payout } },
    { after: string }
  >;
}

/**
 * A live list of payouts.
 * @param documents must be constants, since they are dependencies of hooks
 */
export function usePayouts<Payout extends Row>(
  { read, changes }: PayoutDocuments<Payout>,
  wanted: Wanted,
  mayShow?: (payout: Payout) => boolean,
): LiveList<Payout> {
  const client = useClient();
  // Serialised, so the dependency compares by value: `wanted` is a new object on every render.
  const variables = JSON.stringify(wanted);
  const readPage = useCallback(
    async (after: string | null) => {
      const { data, error } = await client.query(read, { ...(JSON.parse(variables) as Wanted), after });
      return data?.payouts ?? failureOf(error);
    },
    [client, read, variables],
  );
  const subscribe = useCallback(
    (after: string, onChange: (payout: Payout, cursor: string) => void) =>
      listen(client, changes, { after }, ({ payoutChanged: { payout, cursor } }) => {
        onChange(payout, cursor);
      }),
    [client, changes],
  );
  return useLiveList(readPage, subscribe, mayShow);
}
