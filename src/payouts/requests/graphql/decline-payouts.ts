import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Ids } from '../../../platform/graphql/validation/id.decorator.js';
import { MaxEntries, NotEmpty } from '../../../platform/graphql/validation/max-entries.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload } from '../../../platform/graphql/user-error.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import type { DeclinePayoutRefusalCode } from '../payout-approvals.service.js';
import { DeclinePayoutResult } from './decline-payout.js';
import { COUNT_REFUSAL, MAX_PAYOUTS, toPayoutResults } from './many-payouts.js';

@InputType('DeclinePayoutsInput', { description: 'The payouts to decline, and the reason.' })
export class DeclinePayoutsInput {
  @Field(() => [ID], { description: "Purser's ids for 1 to 200 payouts." })
  @NotEmpty('COUNT_INVALID')
  @MaxEntries(MAX_PAYOUTS, 'COUNT_INVALID')
  @Ids()
  payoutIds: string[];

  @Field(() => String, { description: 'The reason; shown with each payout.' })
  @Reason()
  reason: string;
}

@ObjectType('DeclinePayoutsPayload', { description: 'One result per payout, and the problems with the request.' })
export class DeclinePayoutsPayload extends mutationPayload('DeclinePayouts', {
  description: 'Why none of the payouts was declined.',
  values: {
    ...COUNT_REFUSAL,
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => [DeclinePayoutResult], { description: 'One result per payout, in the order of `payoutIds`.' })
  results: DeclinePayoutResult[];
}

export function toDeclinePayoutsPayload(
  payoutIds: readonly string[],
  results: readonly PayoutOperationResult<DeclinePayoutRefusalCode>[],
): DeclinePayoutsPayload {
  return { results: toPayoutResults('payoutIds', payoutIds, results), userErrors: [] };
}
