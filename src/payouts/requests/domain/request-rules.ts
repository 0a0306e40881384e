import type { Refusal } from '../../../common/refusal.js';
import type { PayoutStatus } from '../../core/domain/payout-status.js';
import { statusWords } from '../../../common/text/status-words.js';

export type WaitingRefusalCode = 'NOT_AWAITING_APPROVAL';
export type ApprovalRefusalCode = WaitingRefusalCode | 'SAME_PERSON' | 'ALREADY_APPROVED';

interface Standing {
  readonly status: PayoutStatus;
}

interface MadePayout extends Standing {
  readonly createdBy: string;
  readonly editedBy: readonly string[];
}

export interface Approver {
  readonly id: string;
  /** Whether the approver may be the same person as someone who created or changed the payout. */
  readonly isMaker: boolean;
  /** Ids of the people whose approvals of the payout count. */
  readonly given: readonly string[];
  /** Whether the approver may be the same person as one of these people. */
  readonly isGiver: boolean;
}

export function decliningRefusal({ status }: Standing): Refusal<WaitingRefusalCode> | null {
  if (status === 'AWAITING_APPROVAL') return null;
  return { code: 'NOT_AWAITING_APPROVAL', message: `A payout that is ${statusWords(status)} waits for no approval.` };
}

/** Returns why this caller cannot approve a payout, whatever content the caller saw; null if there is no obstacle. */
export function approvalRefusal(payout: MadePayout, approver: Approver): Refusal<ApprovalRefusalCode> | null {
  const refusal = decliningRefusal(payout) ?? makerRefusal(payout, approver);
  if (refusal) return refusal;
  if (approver.given.includes(approver.id)) {
    return { code: 'ALREADY_APPROVED', message: 'You already approved this payout; a second person must approve it.' };
  }
  if (!approver.isGiver) return null;
  return { code: 'SAME_PERSON', message: 'Your key and a key that approved it may be one person.' };
}

function makerRefusal({ createdBy, editedBy }: MadePayout, { id, isMaker }: Approver): Refusal<'SAME_PERSON'> | null {
  const must = 'another person must approve it';
  if (createdBy === id) return { code: 'SAME_PERSON', message: `You created this payout; ${must}.` };
  if (editedBy.includes(id))
    return {
      code: 'SAME_PERSON',
      message: `You changed this payout, or made the one that it pays again; ${must}.`,
    };
  if (!isMaker) return null;
  return { code: 'SAME_PERSON', message: 'Your key and a key that created or changed it may be one person.' };
}

export function withdrawalRefusal({ status }: Standing): Refusal<'PAYOUT_ALREADY_SENT'> | null {
  if (status === 'APPROVED' || status === 'AWAITING_APPROVAL') return null;
  return { code: 'PAYOUT_ALREADY_SENT', message: `A payout that is ${statusWords(status)} cannot be withdrawn.` };
}

/** Returns why a payout cannot be changed at all; null if it can. */
export function changeRefusal({
  status,
  attemptsMade,
}: Standing & { readonly attemptsMade: number }): Refusal<'NOT_CHANGEABLE'> | null {
  if (status !== 'AWAITING_APPROVAL' && status !== 'APPROVED') {
    return { code: 'NOT_CHANGEABLE', message: `A payout that is ${statusWords(status)} cannot be changed.` };
  }
  // A payout that was ever claimed can no longer be changed, because late evidence is compared with the content that
  // was sent.
  if (attemptsMade === 0) return null;
  return { code: 'NOT_CHANGEABLE', message: 'The payout was claimed before; withdraw it and create another.' };
}
