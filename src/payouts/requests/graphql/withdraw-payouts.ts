import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Ids } from '../../../platform/graphql/validation/id.decorator.js';
import { MaxEntries, NotEmpty } from '../../../platform/graphql/validation/max-entries.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload } from '../../../platform/graphql/user-error.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import type { WithdrawPayoutRefusalCode } from '../withdraw-payout.service.js';
import { WithdrawPayoutResult } from './withdraw-payout.js';
import { COUNT_REFUSAL, MAX_PAYOUTS, toPayoutResults } from './many-payouts.js';

@InputType('WithdrawPayoutsInput', { description: 'The payouts to withdraw, and the reason.' })
export class WithdrawPayoutsInput {
  @Field(() => [ID], { description: "Purser's ids for 1 to 200 payouts." })
  @NotEmpty('COUNT_INVALID')
  @MaxEntries(MAX_PAYOUTS, 'COUNT_INVALID')
  @Ids()
  payoutIds: string[];

  @Field(() => String, { description: 'The reason; stored in the audit log with each payout.' })
  @Reason()
  reason: string;
}

@ObjectType('WithdrawPayoutsPayload', { description: 'One result per payout, and the problems with the request.' })
export class WithdrawPayoutsPayload extends mutationPayload('WithdrawPayouts', {
  description: 'Why none of the payouts was withdrawn.',
  values: {
    ...COUNT_REFUSAL,
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => [WithdrawPayoutResult], { description: 'One result per payout, in the order of `payoutIds`.' })
  results: WithdrawPayoutResult[];
}

export function toWithdrawPayoutsPayload(
  payoutIds: readonly string[],
  results: readonly PayoutOperationResult<WithdrawPayoutRefusalCode>[],
): WithdrawPayoutsPayload {
  return { results: toPayoutResults('payoutIds', payoutIds, results), userErrors: [] };
}
