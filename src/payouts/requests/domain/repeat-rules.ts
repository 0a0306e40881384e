import type { Refusal } from '../../../common/refusal.js';
import { statusWords } from '../../../common/text/status-words.js';
import {
  isPerhapsPaid,
  isUnpaidEnd,
  type PayoutStatus,
  type ProviderPayoutState,
} from '../../core/domain/payout-status.js';

export type RepeatRuleCode = 'NOT_REPEATABLE' | 'ALREADY_REPEATED' | 'PAYOUT_MAY_BE_PAID' | 'RECIPIENT_PURGED';

interface Standing {
  readonly id: string;
  readonly status: PayoutStatus;
  /** A status at the provider that contradicts the recorded end and was read once. */
  readonly suspectedState?: ProviderPayoutState | null;
}

interface RepeatedPayout extends Standing {
  readonly sealedRecipient: Buffer | null;
}

/**
 * Why a payout cannot be paid again; null if it can.
 * @param others the payout that it repeats, and those that repeat either, which all pay the same
 */
export function repeatRefusal(payout: RepeatedPayout, others: readonly Standing[]): Refusal<RepeatRuleCode> | null {
  if (!isUnpaidEnd(payout.status)) {
    const message = `A payout that is ${statusWords(payout.status)} cannot be paid again: it was or may be paid.`;
    return { code: 'NOT_REPEATABLE', message };
  }
  const other = findPaying(others);
  if (other) {
    const message = `Payout ${other.id} pays the same, and is ${statusWords(other.status)}.`;
    return { code: 'ALREADY_REPEATED', message };
  }
  const doubted = [payout, ...others].find(isPerhapsPaid);
  if (doubted) return mayBePaid(`The provider contradicts the end of payout ${doubted.id}; it is asked again.`);
  if (payout.sealedRecipient === null) {
    return { code: 'RECIPIENT_PURGED', message: "The recipient's data was purged; make a new payout." };
  }
  return null;
}

/** Finds the payout that was or may be paid. */
export function findPaying<Other extends Standing>(payouts: readonly Other[]): Other | null {
  return payouts.find(({ status }) => !isUnpaidEnd(status)) ?? null;
}

export function mayBePaid(message: string): Refusal<'PAYOUT_MAY_BE_PAID'> {
  return { code: 'PAYOUT_MAY_BE_PAID', message };
}
