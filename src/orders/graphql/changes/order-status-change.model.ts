import { Field, ObjectType } from '@nestjs/graphql';
import { StatusChangeModel } from '../../../platform/events/graphql/status-change.model.js';
import type { StatusChangeRecord } from '../../../platform/events/status-change.js';
import { OrderModel } from '../order.model.js';

@ObjectType('OrderStatusChange', {
  implements: () => [StatusChangeModel],
  description: "A change in an order's status.",
})
export class OrderStatusChangeModel extends StatusChangeModel {
  readonly typeName = 'OrderStatusChange';

  readonly orderId: string;

  @Field(() => OrderModel, { description: 'The order in its current state.' })
  readonly order?: OrderModel;

  constructor(record: StatusChangeRecord) {
    super(record);
    this.orderId = record.subjectId;
  }
}
