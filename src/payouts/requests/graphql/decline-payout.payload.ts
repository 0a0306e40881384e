import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { DeclinePayoutRefusalCode } from '../payout-approvals.service.js';
import type { PayoutOperationResult } from '../../core/payout-operation.result.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';

type DeclinePayoutErrorCode = DeclinePayoutRefusalCode | 'REASON_INVALID';

const DeclinePayoutErrorCodeEnum = wordEnum<DeclinePayoutErrorCode>({
  name: 'DeclinePayoutErrorCode',
  description: 'Why a payout was not declined.',
  words: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_AWAITING_APPROVAL: 'It does not wait for approval.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('DeclinePayoutUserError', { implements: () => [UserError], description: 'Why declinePayout was refused.' })
export class DeclinePayoutUserErrorModel extends UserError {
  @Field(() => DeclinePayoutErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: DeclinePayoutErrorCode;
}

@ObjectType('DeclinePayoutPayload', { description: 'The payout as it is now, and what stood in the way.' })
export class DeclinePayoutPayload {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => [DeclinePayoutUserErrorModel], { description: 'Expected refusals; empty when it was declined.' })
  userErrors: DeclinePayoutUserErrorModel[];
}

export function toDeclinePayoutPayload({
  payout,
  refusal,
}: PayoutOperationResult<DeclinePayoutRefusalCode>): DeclinePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: refusal ? [{ ...refusal, field: refusal.code === 'TRY_AGAIN' ? null : ['input', 'payoutId'] }] : [],
  };
}
