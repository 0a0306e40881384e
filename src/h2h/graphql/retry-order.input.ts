import { Field, ID, InputType } from '@nestjs/graphql';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { CustomerInput, toCustomer } from '../../orders/graphql/customer.input.js';
import type { RetryRequest } from '../retry-order.service.js';

@InputType('RetryOrderInput', { description: 'The order by card to try again.' })
export class RetryOrderInput {
  @Field(() => ID, { description: 'The order whose card was not verified.' })
  orderId: string;

  @Field(() => String, {
    nullable: true,
    description: "The new order's id in the merchant's system; Purser's id of it when absent.",
  })
  externalId?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: 'The payer once more, where the terminal asks for it.' })
  customer?: CustomerInput | null;
}

/** @throws GraphQLError BAD_USER_INPUT naming the field of the input */
export function toRetryRequest(input: RetryOrderInput): RetryRequest {
  return {
    orderId: parseUuidInput(input.orderId, ['input', 'orderId']),
    externalId: input.externalId ?? null,
    customer: toCustomer(input.customer),
  };
}
