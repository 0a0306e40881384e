import type { AttemptReason } from '../../core/domain/attempt-reason.js';

/** A read-back of the id that an attempt is bound to. */
interface ShownBinding {
  /** The owner of the callback address in the read-back. */
  readonly owner: 'attempt' | 'another' | 'nobody';
  readonly boundBy: AttemptReason | null;
  /** The amount or the recipient differs. */
  readonly isOther: boolean;
  /** An earlier read-back of the same id agreed with the payout. */
  readonly isCorroborated: boolean;
}

/** Whether a read-back since the provider's acceptance agreed with the payout. */
export function isCorroborated(payout: {
  readonly readBackAt: Date | null;
  readonly acceptedAt: Date | null;
}): boolean {
  return payout.readBackAt !== null && payout.acceptedAt !== null && payout.readBackAt > payout.acceptedAt;
}

/**
 * Whether a read-back proves that an id belongs to another payout. The callback address of another attempt always
 * proves it. A plain answer is the weakest binding, because it may carry a wrong id with a correct echo: another amount
 * or recipient disproves it, unless the read-back shows the attempt's own address. Once a read-back has agreed, a later
 * difference is a discrepancy, not a disproof.
 */
export function isDisproved({ owner, boundBy, isOther, isCorroborated: hasFitted }: ShownBinding): boolean {
  if (owner === 'another') return true;
  return owner === 'nobody' && boundBy === 'RESPONSE' && isOther && !hasFitted;
}
