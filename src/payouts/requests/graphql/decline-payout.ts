import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { PayoutOperationResult } from '../../core/payout-operation-result.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { DeclinePayoutRefusalCode } from '../payout-approvals.service.js';

@InputType('DeclinePayoutInput', { description: 'The payout to decline. It must be waiting for approval.' })
export class DeclinePayoutInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, { description: 'The reason; shown with the payout.' })
  @Reason()
  reason: string;
}

@ObjectType('DeclinePayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class DeclinePayoutPayload extends mutationPayload('DeclinePayout', {
  description: 'Why a payout was not declined.',
  values: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_AWAITING_APPROVAL: 'The payout is not waiting for approval.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description: 'The payout in its current state; null if there is no such payout.',
  })
  payout: PayoutModel | null;
}

@ObjectType('DeclinePayoutResult', { description: 'The result for one of several payouts.' })
export class DeclinePayoutResult extends DeclinePayoutPayload {
  @Field(() => ID, { description: "Purser's id for the payout." })
  payoutId: string;
}

export function toDeclinePayoutPayload({
  payout,
  refusal,
}: PayoutOperationResult<DeclinePayoutRefusalCode>): DeclinePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: toUserErrors(refusal, { PAYOUT_NOT_FOUND: 'payoutId', NOT_AWAITING_APPROVAL: 'payoutId' }),
  };
}
