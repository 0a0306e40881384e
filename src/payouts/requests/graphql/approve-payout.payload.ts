import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../../graphql/user-error.model.js';
import type { ApprovePayoutRefusalCode } from '../payout-approvals.service.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';

const ApprovePayoutUserError = userErrorType<ApprovePayoutRefusalCode>('ApprovePayout', {
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
});

const BLAMED_FIELDS: Readonly<Record<ApprovePayoutRefusalCode, string[] | null>> = {
  PAYOUT_NOT_FOUND: ['input', 'payoutId'],
  NOT_AWAITING_APPROVAL: ['input', 'payoutId'],
  SAME_PERSON: ['input', 'payoutId'],
  ALREADY_APPROVED: ['input', 'payoutId'],
  CONTENT_CHANGED: ['input', 'contentHash'],
  TRY_AGAIN: null,
};

@ObjectType('ApprovePayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class ApprovePayoutPayload {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => [ApprovePayoutUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<ApprovePayoutRefusalCode>[];
}

export function toApprovePayoutPayload({
  payout,
  refusal,
}: PayoutOperationResult<ApprovePayoutRefusalCode>): ApprovePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: refusal ? [{ ...refusal, field: BLAMED_FIELDS[refusal.code] }] : [],
  };
}
