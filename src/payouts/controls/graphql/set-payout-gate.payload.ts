import { Field, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import type { ProposeRefusalCode } from '../../../access/changes/change-requests.service.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose.refusals.js';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { SetPayoutGateResult } from '../set-payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';

type SetPayoutGateErrorCode = ProposeRefusalCode | 'REASON_INVALID';

const SetPayoutGateErrorCodeEnum = wordEnum<SetPayoutGateErrorCode>({
  name: 'SetPayoutGateErrorCode',
  description: 'Why the payout gate was not shut, or opening it not proposed.',
  words: {
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    ...PROPOSE_REFUSALS,
  },
});

@ObjectType('SetPayoutGateUserError', { implements: () => [UserError], description: 'Why setPayoutGate was refused.' })
export class SetPayoutGateUserErrorModel extends UserError {
  @Field(() => SetPayoutGateErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: SetPayoutGateErrorCode;
}

@ObjectType('SetPayoutGatePayload', { description: 'The payout gate as it is now, and what stood in the way.' })
export class SetPayoutGatePayload {
  @Field(() => PayoutGateModel, { nullable: true, description: 'The payout gate as it is now.' })
  gate: PayoutGateModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when the gate was shut, and when refused.',
  })
  changeRequest: ChangeRequestModel | null;

  @Field(() => [SetPayoutGateUserErrorModel], { description: 'Expected refusals; empty when it was shut or proposed.' })
  userErrors: SetPayoutGateUserErrorModel[];
}

export function toSetPayoutGatePayload({ gate, changeRequest, refusal }: SetPayoutGateResult): SetPayoutGatePayload {
  return {
    gate: toPayoutGateModel(gate),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: refusal ? [{ ...refusal, field: null }] : [],
  };
}
