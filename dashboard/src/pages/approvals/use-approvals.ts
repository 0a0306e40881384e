import { useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { listen } from '../../api/listen.js';
import { type LiveList, useLiveList } from '../../live/use-live-list.js';
import type { ApprovalsSearch } from './approvals-search.js';
import { APPROVAL_CHANGES, type ApprovalRow, APPROVALS } from './approvals-documents.js';

/** The payouts that wait for a person, the oldest first. */
export function useApprovals({ search, mine }: ApprovalsSearch): LiveList<ApprovalRow> {
  const client = useClient();
  const read = useCallback(
    async (after: string | null) => {
      const filter = {
        statuses: ['AWAITING_APPROVAL' as const],
        ...(search && { search }),
        ...(mine && { waitsForMe: true }),
      };
      const { data, error } = await client.query(APPROVALS, { filter, after });
      return data?.payouts ?? failureOf(error);
    },
    [client, search, mine],
  );
  const subscribe = useCallback(
    (after: string, onChange: (payout: ApprovalRow, cursor: string) => void) =>
      listen(client, APPROVAL_CHANGES, { after }, ({ payoutChanged: { payout, cursor } }) => {
        onChange(payout, cursor);
      }),
    [client],
  );
  return useLiveList(read, subscribe, ({ status, actions }) => {
    if (status !== 'AWAITING_APPROVAL') return false;
    return !mine || actions.some(({ kind, isAllowed }) => kind === 'APPROVE' && isAllowed);
  });
}
