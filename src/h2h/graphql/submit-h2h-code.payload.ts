import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import { OrderModel, toOrderModel } from '../../orders/graphql/order.model.js';
import type { SubmitCodeRefusalCode, SubmitCodeResult } from '../submit-code.service.js';

const SubmitH2hCodeUserError = userErrorType<SubmitCodeRefusalCode>('SubmitH2hCode', {
  description: 'Why a code was not sent, or is not known to have arrived.',
  values: {
    ORDER_NOT_FOUND: 'There is no such order.',
    CODE_INVALID: 'The code is none that a bank sends.',
    CODE_NOT_EXPECTED: 'The bank does not ask for a code now, or one was just sent.',
    TOO_MANY_CODES: 'The order has sent five codes; its verification has ended.',
    PROVIDER_REFUSED: 'The provider refused the code; another may be sent.',
    PROVIDER_NOT_REACHED: 'Nothing was sent; the code may be sent again.',
    PROVIDER_OUTCOME_UNKNOWN: 'No usable answer came back; the next polls tell whether the bank has the code.',
  },
});

@ObjectType('SubmitH2hCodePayload', { description: 'The order after the call, and the problems with the request.' })
export class SubmitH2hCodePayload {
  @Field(() => OrderModel, { nullable: true, description: 'The order with its session; null when there is none.' })
  order: OrderModel | null;

  @Field(() => [SubmitH2hCodeUserError], {
    description: 'Problems with the request; empty when the code was taken, which does not mean that it was right.',
  })
  userErrors: UserErrorWith<SubmitCodeRefusalCode>[];
}

export function toSubmitH2hCodePayload({ order, refusal }: SubmitCodeResult): SubmitH2hCodePayload {
  return {
    order: order && toOrderModel(order),
    userErrors: refusal ? [{ code: refusal.code, message: refusal.message, field: ['input', refusal.field] }] : [],
  };
}
