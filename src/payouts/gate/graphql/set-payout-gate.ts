import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { SetPayoutGateResult } from '../set-payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';

@InputType('SetPayoutGateInput', { description: 'The new state of the payout gate.' })
export class SetPayoutGateInput {
  @Field(() => Boolean, { description: 'False shuts the gate immediately, true proposes to open it.' })
  isOpen: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'With `isOpen: true`: ends the approvals that new payouts need because the database was replaced. ' +
      'Leave it false until callers have repeated the lost requests.',
  })
  endsRestore: boolean;

  @Field(() => String, { description: 'Why; shown with the gate.' })
  @Reason()
  reason: string;
}

@ObjectType('SetPayoutGatePayload', {
  description: 'The payout gate after the call, and the problems with the request.',
})
export class SetPayoutGatePayload extends mutationPayload('SetPayoutGate', {
  description: 'Why the payout gate was not shut, or opening it was not proposed.',
  values: {
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    LOST_PAYMENTS_OPEN:
      'The provider has payments that belong to no payout here. Bind or close each; the message names at most ten.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => PayoutGateModel, { nullable: true, description: 'The payout gate as it is now.' })
  gate: PayoutGateModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null if the gate was shut, or if refused.',
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
