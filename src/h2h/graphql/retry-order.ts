import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../platform/graphql/validation/invalid-input.js';
import { Nested } from '../../platform/graphql/validation/nested.decorator.js';
import type { OrderRequestProblemCode } from '../../orders/domain/order-problem.js';
import { createOrderProblemTexts } from '../../orders/graphql/create-order.js';
import { ExternalId } from '../../orders/graphql/create-order.input.js';
import { CustomerInput, RequiredFields, toCustomer } from '../../orders/graphql/customer.input.js';
import { IsRepeat, mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import { OrderModel } from '../../orders/graphql/order.model.js';
import type { RetryOrderResult, RetryRequest } from '../retry-order.service.js';

@InputType('RetryOrderInput', { description: 'The order to retry. It must have the method CARD_H2H.' })
export class RetryOrderInput extends InputWithProblems<OrderRequestProblemCode> {
  @Field(() => ID, { description: 'The order whose card was not verified.' })
  @Id()
  orderId: string;

  @Field(() => String, {
    nullable: true,
    description: "The new order's id in the merchant's system; by default Purser's id.",
  })
  @ExternalId()
  externalId?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: "The payer's data again, if the terminal requires it." })
  @RequiredFields()
  @Nested(() => CustomerInput)
  customer?: CustomerInput | null;
}

export function toRetryRequest(input: RetryOrderInput): RetryRequest {
  return {
    orderId: input.orderId,
    externalId: input.externalId ?? null,
    customer: toCustomer(input.customer),
  };
}

@ObjectType('RetryOrderPayload', { description: 'The new order, and the problems with the request.' })
export class RetryOrderPayload extends mutationPayload('RetryOrder', {
  description: 'Why an order was not retried.',
  values: {
    ...createOrderProblemTexts,
    ORDER_NOT_FOUND: 'There is no such order.',
    ORDER_NOT_BY_CARD: 'The order was not created with the method CARD_H2H.',
    ORDER_PAID: 'The order was paid.',
    ORDER_STILL_PAYABLE: 'The old order could still be paid, and the payer would then pay twice.',
    PROVIDER_UNAVAILABLE: 'The provider could not be reached to find out whether the old order was paid.',
  },
}) {
  @Field(() => OrderModel, {
    nullable: true,
    description:
      'The new order, or the same one again for a repeated request; for EXTERNAL_ID_TAKEN, the order that already has the id; null if no order was recorded.',
  })
  order: OrderModel | null;

  @IsRepeat()
  isRepeat: boolean;
}

export function toRetryOrderPayload({ order, refusals, isRepeat }: RetryOrderResult): RetryOrderPayload {
  return {
    order,
    isRepeat,
    userErrors: toUserErrors(refusals),
  };
}
