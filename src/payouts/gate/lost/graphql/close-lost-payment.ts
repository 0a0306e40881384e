import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../../platform/graphql/user-error.model.js';
import { Id } from '../../../../platform/graphql/validation/id.decorator.js';
import { Text } from '../../../../platform/graphql/validation/text.decorator.js';
import type { CloseLostPaymentResult } from '../close-lost-payment.service.js';

const MAX_REFERENCE_LENGTH = 500;

@InputType('CloseLostPaymentInput', { description: "A payment at the provider that matches none of Purser's payouts." })
export class CloseLostPaymentInput {
  @Field(() => ID, { description: "Purser's id for the discrepancy, whose kind must be UNKNOWN_PAYOUT." })
  @Id()
  discrepancyId: string;

  @Field(() => String, { description: 'Where you looked this up, such as a ticket, an e-mail or a statement.' })
  @Text({ max: MAX_REFERENCE_LENGTH, code: 'REFERENCE_INVALID' })
  reference: string;
}

@ObjectType('CloseLostPaymentPayload', {
  description: 'The change request that was proposed, and the problems with the request.',
})
export class CloseLostPaymentPayload extends mutationPayload('CloseLostPayment', {
  description: 'Why closing a lost payment was not proposed.',
  values: {
    LOST_PAYMENT_NOT_FOUND: 'There is no such lost payment, or it is already closed.',
    REFERENCE_INVALID: 'The reference is empty, too long or unprintable, or contains a card number.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
    ...PROPOSE_REFUSALS,
  },
  listed: 'Problems with the request; empty if the change was proposed.',
}) {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toCloseLostPaymentPayload({ changeRequest, refusal }: CloseLostPaymentResult): CloseLostPaymentPayload {
  return {
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, { LOST_PAYMENT_NOT_FOUND: 'discrepancyId' }),
  };
}
