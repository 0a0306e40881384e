import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { NotEmpty } from '../../../platform/graphql/validation/max-entries.decorator.js';
import { NestedList } from '../../../platform/graphql/validation/nested.decorator.js';
import { mutationPayload } from '../../../platform/graphql/user-error.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import type { ApprovePayoutRefusalCode, ApprovePayoutRequest } from '../payout-approvals.service.js';
import { ApprovePayoutResult } from './approve-payout.js';
import { COUNT_REFUSAL, MAX_PAYOUTS, toPayoutResults } from './many-payouts.js';

@InputType('ApprovePayoutItem', {
  description: 'One of several payouts to approve, and the content that the approver saw.',
})
export class ApprovePayoutItem {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, { description: 'The `contentHash` of the payout that you saw.' })
  @DomainRule('the current `contentHash` of the payout; otherwise its result is CONTENT_CHANGED')
  contentHash: string;
}

@InputType('ApprovePayoutsInput', { description: 'The payouts to approve. They must be waiting for approval.' })
export class ApprovePayoutsInput {
  @Field(() => [ApprovePayoutItem], { description: 'The payouts, 1 to 200.' })
  @NotEmpty('COUNT_INVALID')
  @NestedList(() => ApprovePayoutItem, { max: MAX_PAYOUTS, code: 'COUNT_INVALID' })
  items: ApprovePayoutItem[];
}

export function toApproveRequests({ items }: ApprovePayoutsInput, actorId: string): ApprovePayoutRequest[] {
  return items.map(({ payoutId, contentHash }) => ({ payoutId, contentHash, actorId }));
}

@ObjectType('ApprovePayoutsPayload', { description: 'One result per payout, and the problems with the request.' })
export class ApprovePayoutsPayload extends mutationPayload('ApprovePayouts', {
  description: 'Why none of the payouts was approved.',
  values: COUNT_REFUSAL,
}) {
  @Field(() => [ApprovePayoutResult], { description: 'One result per item, in the order of `items`.' })
  results: ApprovePayoutResult[];
}

export function toApprovePayoutsPayload(
  { items }: ApprovePayoutsInput,
  results: readonly PayoutOperationResult<ApprovePayoutRefusalCode>[],
): ApprovePayoutsPayload {
  const ids = items.map(({ payoutId }) => payoutId);
  return { results: toPayoutResults('items', ids, results), userErrors: [] };
}
