import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import type { RefreshOrderResult } from '../refresh-order.service.js';
import { OrderModel } from './order.model.js';

@InputType('RefreshOrderInput', { description: 'The order to read back from the provider now.' })
export class RefreshOrderInput {
  @Field(() => ID, { description: "Purser's id for the order." })
  @Id()
  orderId: string;

  @Field(() => ID, {
    nullable: true,
    description:
      "The provider's id for an order that is UNCONFIRMED or ABANDONED. Purser binds the order to this id if the provider shows the same amount and external id.",
  })
  @Id()
  providerOrderId?: string | null;
}

@ObjectType('RefreshOrderPayload', { description: 'The order after the call, and the problems with the request.' })
export class RefreshOrderPayload extends mutationPayload('RefreshOrder', {
  description: 'Why an order was not refreshed.',
  values: {
    ORDER_NOT_FOUND: 'There is no such order.',
    ORDER_NOT_AT_PROVIDER: "The provider does not have the order, or Purser does not know the provider's id for it.",
    ORDER_MISMATCH: "The provider's order has different content; nothing was changed.",
    PROVIDER_UNAVAILABLE: 'The provider could not be reached; nothing was changed.',
  },
}) {
  @Field(() => OrderModel, {
    nullable: true,
    description: 'The order in its current state; null if there is no such order.',
  })
  order: OrderModel | null;
}

export function toRefreshOrderPayload({ order, refusal }: RefreshOrderResult): RefreshOrderPayload {
  return {
    order,
    userErrors: toUserErrors(refusal, 'orderId'),
  };
}
