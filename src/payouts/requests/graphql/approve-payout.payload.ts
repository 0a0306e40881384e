import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { ApprovePayoutRefusalCode } from '../payout-approvals.service.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';

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
      'The caller may be one person with who created, changed or approved it: one of them made or redeemed the key of the other.',
    ALREADY_APPROVED: 'This API key has approved it; another one must, too.',
    CONTENT_CHANGED: 'It was changed; look again, and pass the hash of the content you see.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
}) {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;
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
