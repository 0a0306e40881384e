import type { AttemptReason } from '../../core/domain/attempt-reason.js';

/** A read-back of the provider id that an attempt is bound to. */
interface ShownBinding {
  /** Whose callback address the read-back shows. */
  readonly owner: 'attempt' | 'another' | 'nobody';
  readonly boundBy: AttemptReason | null;
  /** Whether the amount or the recipient differs from the payout's. */
  readonly isOther: boolean;
  /** Whether an earlier read-back of the same id agreed with the payout. */
  readonly isCorroborated: boolean;
}

/** Whether a read-back after the provider's acceptance agreed with the payout. */
export function isCorroborated(payout: {
  readonly readBackAt: Date | null;
  readonly acceptedAt: Date | null;
}): boolean {
  return payout.readBackAt !== null && payout.acceptedAt !== null && payout.readBackAt > payout.acceptedAt;
}

/**
 * Whether a read-back proves that a provider id belongs to another payout. Another attempt's callback address always
 * proves it. A binding by a plain answer is the weakest, because the answer may contain a wrong id although it repeats
 * the request correctly. Another amount or recipient disproves such a binding, unless the read-back shows the attempt's
 * own address. After a read-back that agreed, a later difference is a discrepancy and disproves nothing.
 */
export function isDisproved({ owner, boundBy, isOther, isCorroborated: hasFitted }: ShownBinding): boolean {
  if (owner === 'another') return true;
  return owner === 'nobody' && boundBy === 'RESPONSE' && isOther && !hasFitted;
}
