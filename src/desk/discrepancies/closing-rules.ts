import type { Refusal } from '../../common/refusal.js';
import type { Discrepancy, DiscrepancyKind } from './discrepancy.js';

export type AnswerRefusalCode = 'ANSWER_NEEDED' | 'NOT_ASKED';

// With another amount or recipient, what the provider says of a payout is not believed until a person explains it.
const ASKING: readonly DiscrepancyKind[] = ['AMOUNT', 'RECIPIENT'];

/** Whether closing a discrepancy takes an answer: the payout is bound to what differs. */
export function asksWhetherThisPayout(
  { kind, providerPayoutId }: Pick<Discrepancy, 'kind' | 'providerPayoutId'>,
  boundTo: string | null,
): boolean {
  return ASKING.includes(kind) && boundTo !== null && providerPayoutId === boundTo;
}

/** Why an answer does not fit the question; null when it does. */
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
