import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { BindRefusalCode, UnconfirmedPayoutResult } from '../unconfirmed/unconfirmed-payout.service.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import { UNCONFIRMED_FIELDS, UNCONFIRMED_REFUSALS } from './unconfirmed-payout-refusals.js';

@ObjectType('BindUnconfirmedPayoutPayload', {
  description: 'The payout after the call, and the problems with the request.',
})
export class BindUnconfirmedPayoutPayload extends mutationPayload('BindUnconfirmedPayout', {
  description: 'Why it was not proposed to bind an unconfirmed payout.',
  values: UNCONFIRMED_REFUSALS,
  listed: 'Problems with the request; empty when the change was proposed.',
}) {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when it was refused.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toBindUnconfirmedPayoutPayload({
  payout,
  changeRequest,
  refusal,
}: UnconfirmedPayoutResult<BindRefusalCode>): BindUnconfirmedPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, UNCONFIRMED_FIELDS),
  };
}
