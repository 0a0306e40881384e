import { Field, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import type { ProposeRefusalCode } from '../../../access/changes/change-requests.service.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { type UserErrorWith, userErrorType } from '../../../graphql/user-error.model.js';
import type { SetPayoutGateResult } from '../set-payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';

type SetPayoutGateErrorCode = ProposeRefusalCode | 'REASON_INVALID';

const SetPayoutGateUserError = userErrorType<SetPayoutGateErrorCode>('SetPayoutGate', {
  description: 'Why the payout gate was not shut, or opening it not proposed.',
  values: {
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    ...PROPOSE_REFUSALS,
  },
});

@ObjectType('SetPayoutGatePayload', {
  description: 'The payout gate after the call, and the problems with the request.',
})
export class SetPayoutGatePayload {
  @Field(() => PayoutGateModel, { nullable: true, description: 'The payout gate as it is now.' })
  gate: PayoutGateModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when the gate was shut, and when refused.',
  })
  changeRequest: ChangeRequestModel | null;

  @Field(() => [SetPayoutGateUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<SetPayoutGateErrorCode>[];
}

export function toSetPayoutGatePayload({ gate, changeRequest, refusal }: SetPayoutGateResult): SetPayoutGatePayload {
  return {
    gate: toPayoutGateModel(gate),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: refusal ? [{ ...refusal, field: null }] : [],
  };
}
