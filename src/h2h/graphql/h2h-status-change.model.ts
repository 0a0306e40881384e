import { Field, Int, ObjectType } from '@nestjs/graphql';
import { StatusChangeModel } from '../../platform/events/graphql/status-change.model.js';
import type { StatusChangeRecord } from '../../platform/events/status-change.js';
import { OrderModel } from '../../orders/graphql/order.model.js';
import { H2hSessionModel } from './h2h-session.model.js';

@ObjectType('H2hStatusChange', {
  implements: () => [StatusChangeModel],
  description: "A change in a card's verification: in its status, or in whether the payer is asked for a code.",
})
export class H2hStatusChangeModel extends StatusChangeModel {
  readonly typeName = 'H2hStatusChange';

  readonly orderId: string;

  @Field(() => Boolean, { description: 'Whether the payer was being asked for a code after the change.' })
  readonly isSmsRequired: boolean;

  @Field(() => Int, { description: 'How many times the bank had asked for a code.' })
  readonly codeRound: number;

  @Field(() => Boolean, { description: 'Whether the last code had turned out to be wrong.' })
  readonly lastCodeRejected: boolean;

  @Field(() => OrderModel, { description: 'The order in its current state.' })
  readonly order?: OrderModel;

  @Field(() => H2hSessionModel, { description: 'The session in its current state.' })
  readonly session?: H2hSessionModel;

  constructor(record: StatusChangeRecord) {
    super(record);
    this.orderId = record.subjectId;
    this.isSmsRequired = record.evidence['isSmsRequired'] === true;
    this.codeRound = Number(record.evidence['codeRound']);
    this.lastCodeRejected = record.evidence['lastCodeRejected'] === true;
  }
}
