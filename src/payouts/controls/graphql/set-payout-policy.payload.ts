import { Field, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { SetPayoutPolicyResult } from '../rules/payout-policies.service.js';
import { PayoutPolicyModel, toPayoutPolicyModel } from './payout-policy.model.js';

@ObjectType('SetPayoutPolicyPayload', {
  description: 'The policies after the call, and the problems with the request.',
})
export class SetPayoutPolicyPayload extends mutationPayload('SetPayoutPolicy', {
  description: 'Why a change of a payout policy was not proposed.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_WITHOUT_CURRENCY: 'An amount needs its currency.',
    APPROVERS_INVALID: 'A policy asks for 0, 1 or 2 people.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => [PayoutPolicyModel], { description: 'Every policy as it is now.' })
  policies: PayoutPolicyModel[];

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when it was refused.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toSetPayoutPolicyPayload(result: SetPayoutPolicyResult): SetPayoutPolicyPayload {
  const { policies, changeRequest, refusal } = result;
  return {
    policies: policies.map(toPayoutPolicyModel),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal),
  };
}
