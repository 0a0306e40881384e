import { type CombinedError, useMutation } from 'urql';
import { useText } from '../../text/use-text.js';
import { type ApprovalRow, APPROVE_PAYOUTS, DECLINE_PAYOUTS, WITHDRAW_PAYOUTS } from './approvals-documents.js';

export type ManyKind = 'APPROVE' | 'DECLINE' | 'WITHDRAW';

export interface Result {
  readonly payoutId: string;
  readonly userErrors: readonly { readonly code: string; readonly message: string }[];
}

interface Payload {
  readonly results: readonly Result[];
  readonly userErrors: readonly { readonly message: string }[];
}

/** A result for each payout in their order, or why there are none. */
type Answer = { readonly results: readonly Result[] } | { readonly problem: string };

/** Does what `kind` says to several payouts in one request. Approving sends the content that was seen. */
export function useMany(kind: ManyKind): (payouts: readonly ApprovalRow[], reason: string) => Promise<Answer> {
  const text = useText();
  const [, approve] = useMutation(APPROVE_PAYOUTS);
  const [, decline] = useMutation(DECLINE_PAYOUTS);
  const [, withdraw] = useMutation(WITHDRAW_PAYOUTS);
  const toAnswer = (payload: Payload | undefined, error: CombinedError | undefined): Answer => {
    const problem = error?.message ?? payload?.userErrors[0]?.message;
    return payload && problem === undefined ? payload : { problem: problem ?? text('failure.failed') };
  };
  return async (payouts, reason) => {
    const payoutIds = payouts.map(({ id }) => id);
    if (kind === 'APPROVE') {
      const items = payouts.map(({ id, contentHash }) => ({ payoutId: id, contentHash }));
      const { data, error } = await approve({ input: { items } });
      return toAnswer(data?.approvePayouts, error);
    }
    if (kind === 'DECLINE') {
      const { data, error } = await decline({ input: { payoutIds, reason } });
      return toAnswer(data?.declinePayouts, error);
    }
    const { data, error } = await withdraw({ input: { payoutIds, reason } });
    return toAnswer(data?.withdrawPayouts, error);
  };
}
