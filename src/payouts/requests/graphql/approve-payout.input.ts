import { Field, ID, InputType } from '@nestjs/graphql';
import { DomainRule } from '../../../graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../graphql/validation/id.decorator.js';
import type { ApprovePayoutRequest } from '../payout-approvals.service.js';

@InputType('ApprovePayoutInput', { description: 'The payout to approve, which waits for approval.' })
export class ApprovePayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, {
    nullable: true,
    description: 'The `contentHash` that you saw; it must be given once a payout was changed.',
  })
  @DomainRule('the `contentHash` of the payout as it is; needed once it was changed', 'CONTENT_CHANGED')
  contentHash?: string | null;
}

/** @param actorId the API key that decides */
export function toApproveRequest(input: ApprovePayoutInput, actorId: string): ApprovePayoutRequest {
  return {
    payoutId: input.payoutId,
    contentHash: input.contentHash ?? null,
    actorId,
  };
}
