import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { SetPayoutGateResult } from '../set-payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';

@InputType('SetPayoutGateInput', { description: 'The new state of the payout gate.' })
export class SetPayoutGateInput {
  @Field(() => Boolean, { description: 'False shuts the gate immediately; true proposes to open it.' })
  isOpen: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Only with `isOpen: true`: ends the extra approvals that new payouts need since the database was replaced. Leave this false until callers have repeated the lost requests.',
  })
  endsRestore: boolean;

  @Field(() => String, { description: 'The reason; shown with the gate.' })
  @Reason()
  reason: string;
}

@ObjectType('SetPayoutGatePayload', {
  description: 'The payout gate after the call, and the problems with the request.',
})
export class SetPayoutGatePayload extends mutationPayload('SetPayoutGate', {
  description: 'Why the payout gate was not shut, or opening it was not proposed.',
  values: {
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
    LOST_PAYMENTS_OPEN:
      "The provider has payments that match none of Purser's payouts. Bind or close each; the message names at most ten.",
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => PayoutGateModel, { nullable: true, description: 'The payout gate in its current state.' })
  gate: PayoutGateModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description:
      'The change request, which another person must confirm; null if the gate was shut or if nothing was proposed.',
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
