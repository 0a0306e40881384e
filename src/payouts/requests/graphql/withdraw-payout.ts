import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { WithdrawPayoutRefusalCode } from '../withdraw-payout.service.js';

@InputType('WithdrawPayoutInput', { description: 'The payout to withdraw before it is sent.' })
export class WithdrawPayoutInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;
}

@ObjectType('WithdrawPayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class WithdrawPayoutPayload extends mutationPayload('WithdrawPayout', {
  description: 'Why a payout was not withdrawn.',
  values: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    PAYOUT_ALREADY_SENT: 'The payout was sent or has ended, so it cannot be withdrawn.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description: 'The payout in its current state; null if there is no such payout.',
  })
  payout: PayoutModel | null;
}

@ObjectType('WithdrawPayoutResult', { description: 'The result for one of several payouts.' })
export class WithdrawPayoutResult extends WithdrawPayoutPayload {
  @Field(() => ID, { description: "Purser's id for the payout." })
  payoutId: string;
}

export function toWithdrawPayoutPayload({
  payout,
  refusal,
}: PayoutOperationResult<WithdrawPayoutRefusalCode>): WithdrawPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: toUserErrors(refusal, { PAYOUT_NOT_FOUND: 'payoutId', PAYOUT_ALREADY_SENT: 'payoutId' }),
  };
}
