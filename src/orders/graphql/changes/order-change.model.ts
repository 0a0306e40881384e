import { Field, ObjectType } from '@nestjs/graphql';
import { type LoggedChange, toCursor } from '../../../platform/events/status-change.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { OrderModel } from '../order.model.js';

@ObjectType('OrderChange', { description: 'A visible change of an order.' })
export class OrderChangeModel {
  @Field(() => String, { description: 'Opaque; pass it to the subscription as `after` to resume from here.' })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When it was recorded.' })
  readonly occurredAt: Date;

  readonly orderId: string | null;

  @Field(() => OrderModel, { description: 'The order as it is now.' })
  readonly order?: OrderModel;

  constructor({ position, occurredAt, subjectId }: LoggedChange) {
    this.cursor = toCursor(position);
    this.occurredAt = occurredAt;
    this.orderId = subjectId;
  }
}
