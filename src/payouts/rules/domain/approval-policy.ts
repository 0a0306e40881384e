import { compareDecimals, type DecimalString } from '../../../common/decimal.js';

/**
 * How many people must approve a payout from an account, in a currency, and of at least an amount. A null account or
 * currency matches any.
 */
export interface ApprovalPolicy {
  readonly accountId: string | null;
  readonly currency: string | null;
  readonly fromAmount: DecimalString;
  readonly approvers: number;
}

interface PolicedPayout {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: DecimalString;
}

/** In addition to the maker. A third approver would find nothing that the first two did not. */
export const MAX_APPROVERS = 2;

/**
 * Returns how many people must approve a payout before it is sent.
 *
 * The most specific of the matching policies applies: first by account, then by currency, then by the highest amount.
 * It may require fewer people than a more general one.
 * @param fallback for payouts that no policy matches
 */
export function approversFor(policies: readonly ApprovalPolicy[], payout: PolicedPayout, fallback: number): number {
  const matching = policies.filter((policy) => matches(policy, payout));
  const [best] = matching.sort(bySpecificity);
  return best?.approvers ?? fallback;
}

function matches(policy: ApprovalPolicy, payout: PolicedPayout): boolean {
  return (
    (policy.accountId === null || policy.accountId === payout.accountId) &&
    (policy.currency === null || policy.currency === payout.currency) &&
    compareDecimals(policy.fromAmount, payout.amount) <= 0
  );
}

function bySpecificity(left: ApprovalPolicy, right: ApprovalPolicy): number {
  return (
    Number(right.accountId !== null) - Number(left.accountId !== null) ||
    Number(right.currency !== null) - Number(left.currency !== null) ||
    compareDecimals(right.fromAmount, left.fromAmount)
  );
}
