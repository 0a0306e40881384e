import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../../platform/graphql/user-error.model.js';
import { Id } from '../../../../platform/graphql/validation/id.decorator.js';
import { Text } from '../../../../platform/graphql/validation/text.decorator.js';
import type { CloseLostPaymentResult } from '../close-lost-payment.service.js';

const MAX_REFERENCE_LENGTH = 500;

@InputType('CloseLostPaymentInput', { description: 'A payment at the provider that belongs to no payout here.' })
export class CloseLostPaymentInput {
  @Field(() => ID, { description: "Purser's id of the discrepancy of the kind UNKNOWN_PAYOUT." })
  @Id()
  discrepancyId: string;

  @Field(() => String, { description: 'Where you looked: a ticket, an e-mail, a statement.' })
  @Text({ max: MAX_REFERENCE_LENGTH, code: 'REFERENCE_INVALID' })
  reference: string;
}

@ObjectType('CloseLostPaymentPayload', { description: 'The proposal, and the problems with the request.' })
export class CloseLostPaymentPayload extends mutationPayload('CloseLostPayment', {
  description: 'Why closing a lost payment was not proposed.',
  values: {
    LOST_PAYMENT_NOT_FOUND: 'There is no such lost payment, or it is already closed.',
    REFERENCE_INVALID: 'The reference is empty, too long or unprintable, or holds a card number.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
    ...PROPOSE_REFUSALS,
  },
  listed: 'Problems with the request; empty if the change was proposed.',
}) {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null if refused.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toCloseLostPaymentPayload({ changeRequest, refusal }: CloseLostPaymentResult): CloseLostPaymentPayload {
  return {
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, { LOST_PAYMENT_NOT_FOUND: 'discrepancyId' }),
  };
}
