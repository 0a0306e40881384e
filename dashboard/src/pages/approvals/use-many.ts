import { useMutation } from 'urql';
import type { Problem } from '../../api/failure.js';
import type { Answer } from '../../live/problems.js';
import { type ApprovalRow, APPROVE_PAYOUTS, DECLINE_PAYOUTS, WITHDRAW_PAYOUTS } from './approvals-documents.js';

export type ManyKind = 'APPROVE' | 'DECLINE' | 'WITHDRAW';

export interface Result {
  readonly payoutId: string;
  readonly userErrors: readonly Problem[];
}

/** Results in the order of the payouts, or the reason why there are none. */
interface ManyAnswer extends Answer {
  readonly results?: readonly Result[] | undefined;
}

/** Applies an action to several payouts in one request. Approvals include the hash of the content shown. */
export function useMany(kind: ManyKind): (payouts: readonly ApprovalRow[], reason: string) => Promise<ManyAnswer> {
  const [, approve] = useMutation(APPROVE_PAYOUTS);
  const [, decline] = useMutation(DECLINE_PAYOUTS);
  const [, withdraw] = useMutation(WITHDRAW_PAYOUTS);
  return async (payouts, reason) => {
    const payoutIds = payouts.map(({ id }) => id);
    if (kind === 'APPROVE') {
      const items = payouts.map(({ id, contentHash }) => ({ payoutId: id, contentHash }));
      const { data, error } = await approve({ input: { items } });
      return { ...data?.approvePayouts, error };
    }
    if (kind === 'DECLINE') {
      const { data, error } = await decline({ input: { payoutIds, reason } });
      return { ...data?.declinePayouts, error };
    }
    const { data, error } = await withdraw({ input: { payoutIds, reason } });
    return { ...data?.withdrawPayouts, error };
  };
}
