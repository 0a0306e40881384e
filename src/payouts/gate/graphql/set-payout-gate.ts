import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { SetPayoutGateResult } from '../set-payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';

@InputType('SetPayoutGateInput', { description: 'How the payout gate shall be.' })
export class SetPayoutGateInput {
  @Field(() => Boolean, { description: 'False to shut the gate at once, true to propose that it is opened.' })
  isOpen: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'With `isOpen: true`: whether new payouts no longer take an approval because the database was replaced. Leave it false until ' +
      'callers have repeated the requests that were lost.',
  })
  endsRestore: boolean;

  @Field(() => String, { description: 'Why; shown to everybody who looks at the gate.' })
  @Reason()
  reason: string;
}

@ObjectType('SetPayoutGatePayload', {
  description: 'The payout gate after the call, and the problems with the request.',
})
export class SetPayoutGatePayload extends mutationPayload('SetPayoutGate', {
  description: 'Why the payout gate was not shut, or opening it not proposed.',
  values: {
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    LOST_PAYMENTS_OPEN:
      'The provider has payments that no payout here is. Bind each to its payout, or close it; the message names ten at most.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => PayoutGateModel, { nullable: true, description: 'The payout gate as it is now.' })
  gate: PayoutGateModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when the gate was shut, and when refused.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toSetPayoutGatePayload({ gate, changeRequest, refusal }: SetPayoutGateResult): SetPayoutGatePayload {
  return {
    gate: toPayoutGateModel(gate),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal),
  };
}
