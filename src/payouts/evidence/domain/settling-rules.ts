import type { Refusal } from '../../../common/refusal.js';
import type { PayoutStatus, ProviderPayoutState } from '../../core/domain/payout-status.js';
import { statusWords } from '../../../common/text/status-words.js';

/** How the payout ended according to people, when the provider's answers are absent or rejected. */
export type SettledEnd = 'PAID' | 'NOT_PAID';

export const STATE_OF_END: Readonly<Record<SettledEnd, ProviderPayoutState>> = {
  PAID: 'COMPLETED',
  NOT_PAID: 'FAILED',
};

interface Settleable {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly providerPayoutId: string | null;
  /** Whether Purser rejects the provider's answers or gets none. */
  readonly isInProblem: boolean;
}

/** Returns why people cannot settle a payout; null if the payout is at the provider and answers cannot move it. */
export function settlingRefusal({
  id,
  status,
  providerPayoutId,
  isInProblem,
}: Settleable): Refusal<'NOTHING_TO_SETTLE'> | null {
  if (providerPayoutId !== null && isInProblem) return null;
  const why = providerPayoutId === null ? 'it is bound to nothing at the provider' : "the provider's answers decide it";
  return { code: 'NOTHING_TO_SETTLE', message: `Payout ${id} is ${statusWords(status)}, and ${why}.` };
}
