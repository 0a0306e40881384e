import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { ApprovePayoutRefusalCode, ApprovePayoutRequest } from '../payout-approvals.service.js';

@InputType('ApprovePayoutInput', { description: 'The payout to approve, which waits for approval.' })
export class ApprovePayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, {
    nullable: true,
    description: 'The `contentHash` that you saw; required once a payout was changed.',
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
    NOT_AWAITING_APPROVAL: 'It does not wait for approval.',
    SAME_PERSON:
      "The caller may be the same person as one who created, changed or approved it: one of them made or redeemed the other's key.",
    ALREADY_APPROVED: 'The caller has already approved it; another person must, too.',
    CONTENT_CHANGED: 'The payout was changed; read it again, and pass the hash of the content you see.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
}) {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null if there is none.' })
  payout: PayoutModel | null;
}

@ObjectType('ApprovePayoutResult', { description: 'The result for one of several payouts.' })
export class ApprovePayoutResult extends ApprovePayoutPayload {
  @Field(() => ID, { description: "Purser's id of the payout." })
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
