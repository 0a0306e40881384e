import { Field, ObjectType } from '@nestjs/graphql';
import { type LoggedChange, toCursor } from '../../../platform/events/status-change.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { OrderModel } from '../order.model.js';

@ObjectType('OrderChange', { description: 'Any change of an order that its page shows.' })
export class OrderChangeModel {
  @Field(() => String, { description: 'Opaque; give it to the subscription as `after` to go on from here.' })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When it was recorded.' })
  readonly occurredAt: Date;

  readonly orderId: string | null;

  /** Resolved when it is selected. */
  @Field(() => OrderModel, { description: 'The order as it is now.' })
  readonly order?: OrderModel;

  constructor({ position, occurredAt, subjectId }: LoggedChange) {
    this.cursor = toCursor(position);
    this.occurredAt = occurredAt;
    this.orderId = subjectId;
  }
}
