import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { ChangePayoutResult } from '../change-payout.service.js';
import { PAYOUT_PROBLEMS } from '../../destinations/payout-problem.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';

@ObjectType('ChangePayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class ChangePayoutPayload extends mutationPayload('ChangePayout', {
  description: 'Why a payout was not changed.',
  values: {
    ...PAYOUT_PROBLEMS,
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_CHANGEABLE: 'It was claimed to be sent, or has ended.',
    INSUFFICIENT_BALANCE: 'The expected balance does not cover the larger amount; nothing was changed.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
}) {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;
}

export function toChangePayoutPayload({ payout, refusals }: ChangePayoutResult): ChangePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: toUserErrors(refusals),
  };
}
