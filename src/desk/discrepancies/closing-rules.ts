import type { Refusal } from '../../common/refusal.js';
import type { Discrepancy, DiscrepancyKind } from './discrepancy.js';

export type AnswerRefusalCode = 'ANSWER_NEEDED' | 'NOT_ASKED';

// As long as the amount or the recipient differs, Purser ignores the provider's status of the payout. A person must
// first say whether the provider's payout really is this one.
const ASKING: readonly DiscrepancyKind[] = ['AMOUNT', 'RECIPIENT'];

/**
 * Whether the person who closes the discrepancy must say if the provider's payout is this one. This is the case if the
 * payout is bound to the provider's payout that differs.
 */
export function asksWhetherThisPayout(
  { kind, providerPayoutId }: Pick<Discrepancy, 'kind' | 'providerPayoutId'>,
  boundTo: string | null,
): boolean {
  return ASKING.includes(kind) && boundTo !== null && providerPayoutId === boundTo;
}

/** Returns why the answer is missing or not asked for; null if it is as required. */
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
