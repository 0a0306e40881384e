import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { Text } from '../../platform/graphql/validation/text.decorator.js';
import type { CloseOrderResult } from '../unconfirmed/close-unconfirmed-order.service.js';
import { OrderModel } from './order.model.js';

// The same limit as for payouts: enough for a ticket number or a sentence.
const MAX_REFERENCE_LENGTH = 500;

@InputType('CloseUnconfirmedOrderInput', { description: 'The unconfirmed order that was not paid.' })
export class CloseUnconfirmedOrderInput {
  @Field(() => ID, { description: "Purser's id for the order." })
  @Id()
  orderId: string;

  @Field(() => String, { description: 'Where you looked this up, such as a ticket, an e-mail or a statement.' })
  @Text({ max: MAX_REFERENCE_LENGTH, code: 'REFERENCE_INVALID' })
  reference: string;
}

@ObjectType('CloseUnconfirmedOrderPayload', {
  description: 'The order after the call, and the problems with the request.',
})
export class CloseUnconfirmedOrderPayload extends mutationPayload('CloseUnconfirmedOrder', {
  description: 'Why closing an unconfirmed order was not proposed.',
  values: {
    ORDER_NOT_FOUND: 'There is no such order.',
    NOT_UNCONFIRMED: 'The order is not UNCONFIRMED.',
    TOO_EARLY: 'Late answers and webhooks are still likely. Wait until the cool-off period is over.',
    REFERENCE_INVALID: 'The reference is empty, too long or unprintable, or contains a card number.',
    ...PROPOSE_REFUSALS,
  },
  listed: 'Problems with the request; empty if the change was proposed.',
}) {
  @Field(() => OrderModel, {
    nullable: true,
    description: 'The order in its current state; null if there is no such order.',
  })
  order: OrderModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
  })
  changeRequest: ChangeRequestModel | null;
}

const BLAMED_FIELDS = { ORDER_NOT_FOUND: 'orderId', NOT_UNCONFIRMED: 'orderId' } as const;

export function toCloseUnconfirmedOrderPayload({
  order,
  changeRequest,
  refusal,
}: CloseOrderResult): CloseUnconfirmedOrderPayload {
  return {
    order,
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, BLAMED_FIELDS),
  };
}
