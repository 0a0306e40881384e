import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { ApprovePayoutRefusalCode, ApprovePayoutRequest } from '../payout-approvals.service.js';

@InputType('ApprovePayoutInput', { description: 'The payout to approve. It must be waiting for approval.' })
export class ApprovePayoutInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, {
    nullable: true,
    description: 'The `contentHash` of the payout that you saw; required once a payout has been changed.',
  })
  @DomainRule('the current `contentHash` of the payout; required once the payout was changed', 'CONTENT_CHANGED')
  contentHash?: string | null;
}

export function toApproveRequest(input: ApprovePayoutInput, actorId: string): ApprovePayoutRequest {
  return {
    payoutId: input.payoutId,
    contentHash: input.contentHash ?? null,
    actorId,
  };
}

const BLAMED_FIELDS = {
  PAYOUT_NOT_FOUND: 'payoutId',
  NOT_AWAITING_APPROVAL: 'payoutId',
  SAME_PERSON: 'payoutId',
  ALREADY_APPROVED: 'payoutId',
  CONTENT_CHANGED: 'contentHash',
} as const;

@ObjectType('ApprovePayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class ApprovePayoutPayload extends mutationPayload('ApprovePayout', {
  description: 'Why a payout was not approved.',
  values: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_AWAITING_APPROVAL: 'The payout is not waiting for approval.',
    SAME_PERSON:
      "The caller may be the same person as someone who created, changed or approved the payout: one of them created or redeemed the other's key.",
    ALREADY_APPROVED: 'The caller has already approved the payout; another person must approve it too.',
    CONTENT_CHANGED: 'The payout was changed. Read it again, and pass the hash of the content that you see.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description: 'The payout in its current state; null if there is no such payout.',
  })
  payout: PayoutModel | null;
}

@ObjectType('ApprovePayoutResult', { description: 'The result for one of several payouts.' })
export class ApprovePayoutResult extends ApprovePayoutPayload {
  @Field(() => ID, { description: "Purser's id for the payout." })
  payoutId: string;
}

export function toApprovePayoutPayload({
  payout,
  refusal,
}: PayoutOperationResult<ApprovePayoutRefusalCode>): ApprovePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: toUserErrors(refusal, BLAMED_FIELDS),
  };
}
