import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import type { RefreshOrderResult } from '../refresh-order.service.js';
import { OrderModel } from './order.model.js';

@InputType('RefreshOrderInput', { description: 'The order to read back from the provider now.' })
export class RefreshOrderInput {
  @Field(() => ID, { description: "Purser's id of the order." })
  @Id()
  orderId: string;

  @Field(() => ID, {
    nullable: true,
    description:
      "The provider's id of an order that is UNCONFIRMED or ABANDONED, as the provider tells it. It is bound when the provider " +
      'shows the amount and the external id of the order under it.',
  })
  @Id()
  providerOrderId?: string | null;
}

@ObjectType('RefreshOrderPayload', { description: 'The order after the call, and the problems with the request.' })
export class RefreshOrderPayload extends mutationPayload('RefreshOrder', {
  description: 'Why an order was not refreshed.',
  values: {
    ORDER_NOT_FOUND: 'There is no such order.',
    ORDER_NOT_AT_PROVIDER: 'The provider does not know the order, or its id there is not known.',
    ORDER_MISMATCH: 'The provider has other content for this order; nothing was changed.',
    PROVIDER_UNAVAILABLE: 'The provider could not be asked; nothing was changed.',
  },
}) {
  @Field(() => OrderModel, { nullable: true, description: 'The order as it is now; null when there is none.' })
  order: OrderModel | null;
}

export function toRefreshOrderPayload({ order, refusal }: RefreshOrderResult): RefreshOrderPayload {
  return {
    order,
    userErrors: toUserErrors(refusal, 'orderId'),
  };
}
