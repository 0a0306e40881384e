import type { AttemptReason } from '../../core/domain/attempt-reason.js';

/** The read-back of the id that an attempt is bound to. */
interface ShownBinding {
  /** Whose callback address it shows. */
  readonly owner: 'attempt' | 'another' | 'nobody';
  /** By what evidence the attempt was bound. */
  readonly boundBy: AttemptReason | null;
  /** Whether its amount or its recipient are other ones. */
  readonly isOther: boolean;
  /** Whether an earlier read-back of the same id fitted. */
  readonly isCorroborated: boolean;
}

/** Whether a payout was read back, and nothing contradicted it, since the provider accepted it. */
export function isCorroborated(payout: {
  readonly readBackAt: Date | null;
  readonly acceptedAt: Date | null;
}): boolean {
  return payout.readBackAt !== null && payout.acceptedAt !== null && payout.readBackAt > payout.acceptedAt;
}

/**
 * Whether a read-back proves that an id is another payout's. The callback address of another attempt always does. An
 * answer proves least of all that binds: it may carry a wrong id with a right echo, so another amount or recipient
 * disproves it, unless the attempt's own address is shown. An id that fitted before is not another payout's: the
 * provider then shows of this one what it did not show before, which is a difference and no proof.
 */
export function isDisproved({ owner, boundBy, isOther, isCorroborated: hasFitted }: ShownBinding): boolean {
  if (owner === 'another') return true;
  return owner === 'nobody' && boundBy === 'RESPONSE' && isOther && !hasFitted;
}
