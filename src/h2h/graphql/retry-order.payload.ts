import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import { createOrderProblemTexts } from '../../orders/graphql/create-order.payload.js';
import { OrderModel, toOrderModel } from '../../orders/graphql/order.model.js';
import type { RetryOrderResult } from '../retry-order.service.js';

@ObjectType('RetryOrderPayload', { description: 'The new order, and the problems with the request.' })
export class RetryOrderPayload extends mutationPayload('RetryOrder', {
  description: 'Why no new order was made.',
  values: {
    ...createOrderProblemTexts,
    ORDER_NOT_FOUND: 'There is no such order.',
    ORDER_NOT_BY_CARD: 'The order is paid in another way.',
    ORDER_PAID: 'The order was paid.',
    ORDER_STILL_PAYABLE: 'The order could still be paid, and then the payer would pay twice.',
    PROVIDER_UNAVAILABLE: 'Whether the old order was paid could not be asked.',
  },
}) {
  @Field(() => OrderModel, {
    nullable: true,
    description: 'The new order; the same one when it is asked for again; null when none was recorded.',
  })
  order: OrderModel | null;
}

export function toRetryOrderPayload({ order, refusals }: RetryOrderResult): RetryOrderPayload {
  return {
    order: order && toOrderModel(order),
    userErrors: toUserErrors(refusals),
  };
}
