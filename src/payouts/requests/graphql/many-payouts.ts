import type { Refusal } from '../../../common/refusal.js';
import { toUserErrors, type UserErrorWith } from '../../../platform/graphql/user-error.model.js';
import { type PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';

// One or two pages of waiting payouts. No one reviews more in one go, and each payout takes a transaction.
export const MAX_PAYOUTS = 200;

export const COUNT_REFUSAL = { COUNT_INVALID: 'No payouts were given, or more than 200.' } as const;

interface PayoutResult<Code extends string> {
  readonly payoutId: string;
  readonly payout: PayoutModel | null;
  readonly userErrors: UserErrorWith<Code>[];
}

/** Builds one result for each payout in the list, with its refusal as a problem of that entry. */
export function toPayoutResults<Code extends string>(
  list: string,
  payoutIds: readonly string[],
  results: readonly PayoutOperationResult<Code>[],
): PayoutResult<Code>[] {
  return results.map(({ payout, refusal }, at) => ({
    payoutId: payoutIds[at] ?? '',
    payout: payout && toPayoutModel(payout),
    userErrors: toUserErrors<Refusal<Code>>(refusal && { ...refusal, field: [list, String(at)] }),
  }));
}
