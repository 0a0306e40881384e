import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { PayoutOperationResult } from '../../core/payout-operation.result.js';
import type { WithdrawPayoutRefusalCode } from '../withdraw-payout.service.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';

const WithdrawPayoutErrorCodeEnum = wordEnum<WithdrawPayoutRefusalCode>({
  name: 'WithdrawPayoutErrorCode',
  description: 'Why a payout was not withdrawn.',
  words: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    PAYOUT_ALREADY_SENT: 'It was sent, or ended otherwise; nothing can take it back.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
});

@ObjectType('WithdrawPayoutUserError', {
  implements: () => [UserError],
  description: 'Why withdrawPayout was refused.',
})
export class WithdrawPayoutUserErrorModel extends UserError {
  @Field(() => WithdrawPayoutErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: WithdrawPayoutRefusalCode;
}

@ObjectType('WithdrawPayoutPayload', { description: 'The payout as it is now, and what stood in the way.' })
export class WithdrawPayoutPayload {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => [WithdrawPayoutUserErrorModel], { description: 'Expected refusals; empty when it was withdrawn.' })
  userErrors: WithdrawPayoutUserErrorModel[];
}

export function toWithdrawPayoutPayload({
  payout,
  refusal,
}: PayoutOperationResult<WithdrawPayoutRefusalCode>): WithdrawPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: refusal ? [{ ...refusal, field: refusal.code === 'TRY_AGAIN' ? null : ['input', 'payoutId'] }] : [],
  };
}
