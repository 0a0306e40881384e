import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../../graphql/user-error.model.js';
import type { BindRefusalCode, UnconfirmedPayoutResult } from '../unconfirmed/unconfirmed-payout.service.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import { UNCONFIRMED_FIELDS, UNCONFIRMED_REFUSALS } from './unconfirmed-payout-refusals.js';

type BindUnconfirmedPayoutErrorCode = BindRefusalCode | 'REFERENCE_INVALID';

const BindUnconfirmedPayoutUserError = userErrorType<BindUnconfirmedPayoutErrorCode>('BindUnconfirmedPayout', {
  description: 'Why it was not proposed to bind an unconfirmed payout.',
  values: UNCONFIRMED_REFUSALS,
});

@ObjectType('BindUnconfirmedPayoutPayload', {
  description: 'The payout after the call, and the problems with the request.',
})
export class BindUnconfirmedPayoutPayload {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when it was refused.',
  })
  changeRequest: ChangeRequestModel | null;

  @Field(() => [BindUnconfirmedPayoutUserError], {
    description: 'Problems with the request; empty when the change was proposed.',
  })
  userErrors: UserErrorWith<BindUnconfirmedPayoutErrorCode>[];
}

export function toBindUnconfirmedPayoutPayload({
  payout,
  changeRequest,
  refusal,
}: UnconfirmedPayoutResult<BindRefusalCode>): BindUnconfirmedPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: refusal ? [{ ...refusal, field: UNCONFIRMED_FIELDS[refusal.code] }] : [],
  };
}
