import { Field, ObjectType } from '@nestjs/graphql';
import { type LoggedChange, toCursor } from '../../../platform/events/status-change.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { OrderModel } from '../order.model.js';

@ObjectType('OrderChange', { description: 'A visible change to an order.' })
export class OrderChangeModel {
  @Field(() => String, {
    description: 'Opaque cursor: pass it to the subscription as `after` to resume after this change.',
  })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When the change was recorded.' })
  readonly occurredAt: Date;

  readonly orderId: string | null;

  @Field(() => OrderModel, { description: 'The order in its current state.' })
  readonly order?: OrderModel;

  constructor({ position, occurredAt, subjectId }: LoggedChange) {
    this.cursor = toCursor(position);
    this.occurredAt = occurredAt;
    this.orderId = subjectId;
  }
}
