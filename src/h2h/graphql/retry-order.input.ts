import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../graphql/validation/invalid-input.js';
import { Nested } from '../../graphql/validation/nested.decorator.js';
import type { OrderRequestProblemCode } from '../../orders/domain/order-problem.js';
import { ExternalId } from '../../orders/graphql/create-order.input.js';
import { CustomerInput, RequiredFields, toCustomer } from '../../orders/graphql/customer.input.js';
import type { RetryRequest } from '../retry-order.service.js';

@InputType('RetryOrderInput', { description: 'The order by card to try again.' })
export class RetryOrderInput extends InputWithProblems<OrderRequestProblemCode> {
  @Field(() => ID, { description: 'The order whose card was not verified.' })
  @Id()
  orderId: string;

  @Field(() => String, {
    nullable: true,
    description: "The new order's id in the merchant's system; Purser's id of it when absent.",
  })
  @ExternalId()
  externalId?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: 'The payer once more, where the terminal asks for it.' })
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
