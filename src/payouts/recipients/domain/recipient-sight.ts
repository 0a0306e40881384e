import type { ApprovalReason } from '../../core/domain/payout-status.js';

/** Whether a caller may learn whom others pay, because they approve payouts or may see recipients. */
export function seesRecipients({ scopes }: { readonly scopes: ReadonlySet<string> }): boolean {
  return scopes.has('payouts:approve') || scopes.has('payouts:unmask');
}

/**
 * Returns the reason for an approval as a caller may know it. POLICY stands for every reason that would confirm a guess.
 * @param isOwn whether the caller made a possible duplicate of the same amount
 */
export async function shownApprovalReason(
  reason: ApprovalReason | null,
  caller: { readonly scopes: ReadonlySet<string> },
  isOwn: () => Promise<boolean> | boolean,
): Promise<ApprovalReason | null> {
  if (reason === null || reason === 'APPROVAL_LAPSED' || seesRecipients(caller)) return reason;
  if (reason !== 'POSSIBLE_DUPLICATE') return 'POLICY';
  return (await isOwn()) ? reason : 'POLICY';
}
