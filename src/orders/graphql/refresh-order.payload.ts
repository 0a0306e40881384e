import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type { RefreshOrderRefusalCode, RefreshOrderResult } from '../refresh-order.service.js';
import { OrderModel, toOrderModel } from './order.model.js';

const RefreshOrderUserError = userErrorType<RefreshOrderRefusalCode>('RefreshOrder', {
  description: 'Why an order was not refreshed.',
  values: {
    ORDER_NOT_FOUND: 'There is no such order.',
    ORDER_NOT_AT_PROVIDER: 'The provider does not know the order, or its id there is not known.',
    ORDER_MISMATCH: 'The provider has other content for this order; nothing was changed.',
    PROVIDER_UNAVAILABLE: 'The provider could not be asked; nothing was changed.',
  },
});

@ObjectType('RefreshOrderPayload', { description: 'The order after the call, and the problems with the request.' })
export class RefreshOrderPayload {
  @Field(() => OrderModel, { nullable: true, description: 'The order as it is now; null when there is none.' })
  order: OrderModel | null;

  @Field(() => [RefreshOrderUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<RefreshOrderRefusalCode>[];
}

export function toRefreshOrderPayload({ order, refusal }: RefreshOrderResult): RefreshOrderPayload {
  return {
    order: order && toOrderModel(order),
    userErrors: refusal ? [{ ...refusal, field: ['input', 'orderId'] }] : [],
  };
}
