import type { Refusal } from '../../../common/refusal.js';
import type { ApprovalReason, PayoutStatus } from '../../core/domain/payout-status.js';
import { statusWords } from '../../../common/text/status-words.js';

interface Standing {
  readonly id: string;
  readonly status: PayoutStatus;
}

const WITHOUT_LIVE_ATTEMPT: readonly PayoutStatus[] = ['AWAITING_APPROVAL', 'APPROVED', 'WITHDRAWN', 'DECLINED'];

/**
 * Whether the database may have lost an attempt of the payout, so that two people may bind the payout to a payment.
 * True if a lost payment blocks the payout, if the payout waits because it may repeat a payment, or if the database was
 * replaced and nothing can send the payout at the moment.
 */
export function mayLackAttempt(
  {
    status,
    approvalReason,
    isHeld,
  }: {
    readonly status: PayoutStatus;
    readonly approvalReason: ApprovalReason | null;
    readonly isHeld: boolean;
  },
  gate: { readonly isOpen: boolean; readonly restoredAt: Date | null },
): boolean {
  if (!WITHOUT_LIVE_ATTEMPT.includes(status)) return false;
  if (status === 'AWAITING_APPROVAL' && approvalReason === 'POSSIBLE_DUPLICATE') return true;
  return isHeld || (gate.restoredAt !== null && (status !== 'APPROVED' || !gate.isOpen));
}

/** Whether people may decide about the payout's live attempt. */
export function isUnconfirmed<Attempt>({ status }: Standing, live: Attempt | null): live is Attempt {
  return status === 'UNCONFIRMED' && live !== null;
}

export function unconfirmedRefusal({ id, status }: Standing): Refusal<'NOT_UNCONFIRMED'> {
  return {
    code: 'NOT_UNCONFIRMED',
    message: `Payout ${id} is ${statusWords(status)}, which leaves nothing to settle.`,
  };
}

/** Returns why an unconfirmed payout cannot be closed yet; null after the attempt's cool-off. */
export function coolOffRefusal(isOver: boolean): Refusal<'TOO_EARLY'> | null {
  if (isOver) return null;
  return { code: 'TOO_EARLY', message: 'Late answers and webhooks are still likely; close it after the cool-off.' };
}

/** Returns why a payout cannot be read back; null if its provider id is known. */
export function refreshRefusal({
  providerPayoutId,
}: {
  readonly providerPayoutId: string | null;
}): Refusal<'PAYOUT_NOT_AT_PROVIDER'> | null {
  if (providerPayoutId !== null) return null;
  return { code: 'PAYOUT_NOT_AT_PROVIDER', message: "The provider's id of this payout is not known." };
}
