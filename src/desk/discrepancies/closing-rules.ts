import type { Refusal } from '../../common/refusal.js';
import type { Discrepancy, DiscrepancyKind } from './discrepancy.js';

export type AnswerRefusalCode = 'ANSWER_NEEDED' | 'NOT_ASKED';

// While the amount or recipient differs, Purser ignores the provider's status of a payout until a person explains the
// difference.
const ASKING: readonly DiscrepancyKind[] = ['AMOUNT', 'RECIPIENT'];

/** Whether closing requires the answer if the provider's payout is this one: the payout is bound to what differs. */
export function asksWhetherThisPayout(
  { kind, providerPayoutId }: Pick<Discrepancy, 'kind' | 'providerPayoutId'>,
  boundTo: string | null,
): boolean {
  return ASKING.includes(kind) && boundTo !== null && providerPayoutId === boundTo;
}

/** Why the answer is missing or superfluous; null if it fits. */
export function answerRefusal({
  isAsked,
  answer,
}: {
  readonly isAsked: boolean;
  readonly answer: boolean | null;
}): Refusal<AnswerRefusalCode> | null {
  if (isAsked && answer === null) {
    const message = "Say whether the provider's payout is this one: its status is not believed until then.";
    return { code: 'ANSWER_NEEDED', message };
  }
  if (isAsked || answer === null) return null;
  return {
    code: 'NOT_ASKED',
    message: 'The discrepancy is not about what its payout is bound to; close it with a note alone.',
  };
}
