import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../../graphql/user-error.model.js';
import type { ChangePayoutRefusalCode, ChangePayoutResult } from '../change-payout.service.js';
import { PAYOUT_PROBLEMS } from '../../destinations/payout-problem.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';

const ChangePayoutUserError = userErrorType<ChangePayoutRefusalCode>('ChangePayout', {
  description: 'Why a payout was not changed.',
  values: {
    ...PAYOUT_PROBLEMS,
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_CHANGEABLE: 'It was claimed to be sent, or has ended.',
    INSUFFICIENT_BALANCE: 'The expected balance does not cover the larger amount; nothing was changed.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
});

@ObjectType('ChangePayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class ChangePayoutPayload {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => [ChangePayoutUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<ChangePayoutRefusalCode>[];
}

export function toChangePayoutPayload({ payout, refusals }: ChangePayoutResult): ChangePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: refusals.map(({ code, field, message }) => ({ code, message, field: field && ['input', ...field] })),
  };
}
